import type { Clock } from '@opgen/runtime';
import type { DaemonSet } from '@opgen/runtime/kinds/apps/v1';
import type { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { portionOf } from '../pods/portion.ts';
import { isReady, isTerminated, untilAvailable } from '../pods/pod-state.ts';
import { nodeFit } from './node-fit.ts';
import { hashLabel, nodeOf } from './pod-of-daemon-set.ts';

/** The nodes that get a Pod, and the Pods that go. */
export interface DaemonChanges {
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
}

/** A DaemonSet, and the Pods on each node; of those that have ended and are being deleted, none is left. */
export interface Daemons {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly onNode: ReadonlyMap<string, readonly Pod[]>;
  /** The hash of the current template. */
  readonly hash: string;
  readonly clock: Clock;
}

/** Oldest first; those with a node before those without. */
export function podsByNode(pods: readonly Pod[]): Map<string, Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of pods.toSorted((a, b) => (isOlder(a, b) ? -1 : 1))) {
    const node = nodeOf(pod);
    if (node === undefined || (isTerminated(pod) && isTerminating(pod))) continue;
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  return byNode;
}

/** Gives each node that fits its Pod, and removes the others. */
export function placement(daemons: Daemons): DaemonChanges {
  const { set, nodes, onNode } = daemons;
  const create: string[] = [];
  const remove: Pod[] = [];
  for (const node of nodes) {
    const { shouldRun, mayStay } = nodeFit(set, node);
    const pods = onNode.get(node.metadata.name) ?? [];
    const staying = pods.filter((pod) => !isTerminating(pod));
    if (!mayStay) remove.push(...staying);
    else {
      const running = staying.filter((pod) => !isTerminated(pod));
      remove.push(...staying.filter(isTerminated), ...excess(daemons, running));
      const isMissing = pods.length === 0 || (surgeOf(daemons) > 0 && running.length === 0);
      if (shouldRun && isMissing) create.push(node.metadata.name);
    }
  }
  const known = new Set(nodes.map(({ metadata }) => metadata.name));
  for (const [node, pods] of onNode)
    if (!known.has(node)) remove.push(...pods.filter(({ spec }) => (spec.nodeName ?? '') === ''));
  return { create, remove };
}

/** Replaces Pods of earlier templates, within maxUnavailable or maxSurge. */
export function rollingUpdate(daemons: Daemons): DaemonChanges {
  const { set, nodes } = daemons;
  if (set.spec.updateStrategy?.type === 'OnDelete') return { create: [], remove: [] };
  const desired = nodes.filter((node) => nodeFit(set, node).shouldRun);
  const surge = surgeOf(daemons);
  return surge > 0 ? surgeUpdate(daemons, surge) : replaceUpdate(daemons, desired);
}

function replaceUpdate(daemons: Daemons, desired: readonly Node[]): DaemonChanges {
  const { set, onNode } = daemons;
  const { maxUnavailable = 1 } = set.spec.updateStrategy?.rollingUpdate ?? {};
  const most = Math.max(1, portionOf(desired.length, maxUnavailable, Math.ceil));
  const names = new Set([...onNode.keys(), ...desired.map(({ metadata }) => metadata.name)]);
  const broken: Pod[] = [];
  const candidates: Pod[] = [];
  let unavailable = 0;
  for (const node of names) {
    const { current, old, isClear } = pairOn(daemons, node);
    if (!isClear || (current === undefined) === (old === undefined)) unavailable += 1;
    else if (current !== undefined) unavailable += isAvailable(daemons, current) ? 0 : 1;
    else if (old !== undefined && isAvailable(daemons, old)) candidates.push(old);
    else if (old !== undefined) {
      broken.push(old);
      unavailable += 1;
    }
  }
  return { create: [], remove: [...broken, ...candidates.slice(0, Math.max(0, most - unavailable))] };
}

function surgeUpdate(daemons: Daemons, surge: number): DaemonChanges {
  const { set, nodes, onNode } = daemons;
  const allowed: string[] = [];
  const candidates: string[] = [];
  const remove: Pod[] = [];
  const unwanted: Pod[] = [];
  let surging = 0;
  let available = 0;
  for (const node of onNode.keys()) {
    const { current, old, isClear } = pairOn(daemons, node);
    const oldest = old ?? current;
    if (oldest !== undefined && isAvailable(daemons, oldest)) available += 1;
    if (!isClear) surging += 1;
    else if (old !== undefined && current === undefined) {
      const known = nodes.find(({ metadata }) => metadata.name === node);
      const shouldRun = known !== undefined && nodeFit(set, known).shouldRun;
      const isUp = isAvailable(daemons, old);
      if (shouldRun) (isUp ? candidates : allowed).push(node);
      else (isUp ? unwanted : remove).push(old);
    } else if (old !== undefined && current !== undefined) {
      if (isAvailable(daemons, current)) remove.push(old);
      else surging += 1;
    }
  }
  const desired = nodes.filter((node) => nodeFit(set, node).shouldRun).length;
  return {
    create: [...allowed, ...candidates.slice(0, Math.max(0, surge - surging))],
    remove: [...remove, ...unwanted.slice(0, Math.max(0, available - desired))],
  };
}

/** How many nodes may have a second Pod during an update. */
function surgeOf({ set, nodes }: Daemons): number {
  const { type, rollingUpdate: limits = {} } = set.spec.updateStrategy ?? {};
  if (type === 'OnDelete') return 0;
  const desired = nodes.filter((node) => nodeFit(set, node).shouldRun).length;
  return portionOf(desired, limits.maxSurge ?? 0, Math.ceil);
}

/** The Pods beyond the first of a node, and during a surge those beyond one of each template. */
function excess(daemons: Daemons, running: readonly Pod[]): Pod[] {
  if (surgeOf(daemons) === 0) return running.slice(1);
  const [current, ...currents] = running.filter((pod) => isCurrent(daemons, pod));
  const [old, ...olds] = running.filter((pod) => !isCurrent(daemons, pod));
  const isReplaced =
    current !== undefined && old !== undefined && (!isReady(old) || isAvailable(daemons, current));
  return [...currents, ...olds, ...(isReplaced ? [old] : [])];
}

/** The Pod of the current template and the old one of a node; it is not clear which if there are more of either. */
function pairOn(
  daemons: Daemons,
  node: string,
): { current: Pod | undefined; old: Pod | undefined; isClear: boolean } {
  const staying = (daemons.onNode.get(node) ?? []).filter((pod) => !isTerminating(pod));
  const [current, ...currents] = staying.filter((pod) => isCurrent(daemons, pod));
  const [old, ...olds] = staying.filter((pod) => !isCurrent(daemons, pod));
  return { current, old, isClear: currents.length + olds.length === 0 };
}

export function isCurrent({ hash }: Daemons, { metadata }: Pod): boolean {
  return metadata.labels?.[hashLabel] === hash;
}

export function isAvailable({ set, clock }: Daemons, pod: Pod): boolean {
  return untilAvailable(pod, set.spec.minReadySeconds ?? 0, clock) <= 0;
}

function isTerminating({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function isOlder(a: Pod, b: Pod): boolean {
  const [hasNode, otherHasNode] = [a, b].map(({ spec }) => (spec.nodeName ?? '') !== '');
  if (hasNode !== otherHasNode) return hasNode === true;
  const [first, second] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
  return first === second ? a.metadata.name < b.metadata.name : first < second;
}
