import type { Health } from '@opgen/runtime/health';
import type { KindView, ObjectView } from './messages.ts';

/** An object with what it owns. */
export interface TreeNode {
  readonly view: ObjectView;
  readonly children: readonly TreeNode[];
  /** The worst health of the object and everything below it. */
  readonly health: Health;
}

/** The objects of the page: first what the project defines, then what nothing on the page owns. */
export interface OwnerTree {
  readonly own: readonly TreeNode[];
  readonly others: readonly TreeNode[];
  readonly nodes: readonly TreeNode[];
}

/** Arranges objects by their owner references. Events are not part of it. */
export function ownerTree(objects: ReadonlyMap<string, ObjectView>, kinds: readonly KindView[]): OwnerTree {
  const children = new Map<string, ObjectView[]>();
  const roots: ObjectView[] = [];
  for (const view of objects.values()) {
    if (isEvent(view)) continue;
    const owner = ownerOf(view, objects);
    if (owner === undefined) roots.push(view);
    else children.set(owner, [...(children.get(owner) ?? []), view]);
  }
  const own = new Set(
    kinds.filter((kind) => kind.own).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
  );
  const isOwn = ({ object }: ObjectView): boolean => own.has(`${object.apiVersion} ${object.kind}`);
  const nodesOf = (views: readonly ObjectView[]): TreeNode[] => views.toSorted(compare).map(nodeOf);
  const nodeOf = (view: ObjectView): TreeNode => {
    const below = nodesOf(children.get(view.object.metadata.uid) ?? []);
    return { view, children: below, health: worst([view, ...below]) };
  };
  return {
    own: nodesOf(roots.filter(isOwn)),
    others: nodesOf(roots.filter((view) => !isOwn(view) && !isNode(view))),
    nodes: nodesOf(roots.filter(isNode)),
  };
}

function isNode({ object }: ObjectView): boolean {
  return object.kind === 'Node' && object.apiVersion === 'v1';
}

export function isEvent({ object }: ObjectView): boolean {
  return object.kind === 'Event' && object.apiVersion === 'v1';
}

/** The controller if the page knows it, otherwise the first owner that it knows. */
function ownerOf({ object }: ObjectView, objects: ReadonlyMap<string, ObjectView>): string | undefined {
  const owners = (object.metadata.ownerReferences ?? []).filter(({ uid }) => objects.has(uid));
  // An object that owns itself would not be shown at all.
  const others = owners.filter(({ uid }) => uid !== object.metadata.uid);
  return (others.find(({ controller }) => controller === true) ?? others[0])?.uid;
}

const severity: Readonly<Record<Health['state'], number>> = { healthy: 0, progressing: 1, failed: 2 };

function worst(all: readonly { readonly health: Health }[]): Health {
  return all.map(({ health }) => health).reduce((a, b) => (severity[b.state] > severity[a.state] ? b : a));
}

function compare(a: ObjectView, b: ObjectView): number {
  return (
    a.object.kind.localeCompare(b.object.kind) ||
    (a.object.metadata.namespace ?? '').localeCompare(b.object.metadata.namespace ?? '') ||
    a.object.metadata.name.localeCompare(b.object.metadata.name)
  );
}
