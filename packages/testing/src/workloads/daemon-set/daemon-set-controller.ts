import { type ObjectKey } from '@opgen/runtime';
import { deepEqual } from '@opgen/rules/json';
import { DaemonSet } from '@opgen/runtime/kinds/apps/v1';
import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { beyondLimit, deleteRevisions, history } from '../history/controller-revisions.ts';
import { adopters } from '../ownership/adopters.ts';
import { claim } from '../ownership/claim.ts';
import { untilAvailable } from '../pods/pod-state.ts';
import {
  type Again,
  inMotion,
  ofControllerManager,
  reconciler,
  sooner,
  waiting,
  type Workloads,
} from '../workloads.ts';
import { type DaemonChanges, type Daemons, placement, podsByNode, rollingUpdate } from './daemon-changes.ts';
import { daemonSetStatus } from './daemon-set-status.ts';
import { hashLabel, nodeOf, podOfDaemonSet } from './pod-of-daemon-set.ts';

const name = 'daemonset-controller';
const firstBackOff = 1_000;
const longestBackOff = 900_000;

/** Runs a Pod of each DaemonSet on every node that fits. */
export function addDaemonSetController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new DaemonSetController(workloads);
  manager
    .controller(name)
    .for(DaemonSet)
    .owns(Pod)
    .watches(Pod, (pod) => adopters(manager.client, DaemonSet, pod))
    .watches(Node, () => controller.all(), {
      predicates: [
        ({ object, old }) => old === undefined || !deepEqual(placementOf(object), placementOf(old)),
      ],
    })
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

/** What decides about the Pods of a node. */
function placementOf({ metadata, spec }: Node): object {
  return { labels: metadata.labels ?? {}, taints: spec.taints ?? [] };
}

class DaemonSetController {
  readonly #workloads: Workloads;
  readonly #events;
  /** How often Pods failed on a node and when the last one was deleted, by the uid of the set and the node. */
  readonly #failures = new Map<string, { count: number; last: number }>();

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const { client } = manager;
    const set = await client.find(DaemonSet, key);
    if (set === undefined || set.metadata.deletionTimestamp !== undefined) return undefined;
    const { selector, template, revisionHistoryLimit = 10, minReadySeconds = 0 } = set.spec;
    const { items } = await client.list(Pod, { namespace: set.metadata.namespace ?? '' });
    const pods = await claim({ client, owner: set, selector }, Pod, items);
    const { items: nodes } = await client.list(Node);
    const { current, all, collisionCount } = await history(
      { client, owner: set, selector, template, hashLabel },
      set.status?.collisionCount ?? 0,
    );
    const hash = current.metadata.labels?.[hashLabel] ?? '';
    const daemons: Daemons = { set, nodes, onNode: podsByNode(pods), hash, clock };

    const placed = placement(daemons);
    const isPlaced = placed.create.length + placed.remove.length === 0;
    const again = await this.#apply(daemons, isPlaced ? rollingUpdate(daemons) : placed);

    await client.patchStatus(DaemonSet, set, daemonSetStatus(daemons, collisionCount));
    const live = new Set([hash, ...pods.map(({ metadata }) => metadata.labels?.[hashLabel])]);
    const unused = beyondLimit(
      all,
      ({ metadata }) => live.has(metadata.labels?.[hashLabel]),
      revisionHistoryLimit,
    );
    await deleteRevisions(client, unused);
    return pods
      .map((pod) => untilAvailable(pod, minReadySeconds, clock))
      .filter((wait) => wait > 0 && wait < Infinity)
      .map(inMotion)
      .reduce(sooner, again);
  }

  async all(): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(DaemonSet);
    return items.map(({ metadata }) => metadata);
  }

  async #apply({ set, hash }: Daemons, { create, remove }: DaemonChanges): Promise<Again | undefined> {
    const { client } = this.#workloads.manager;
    let again: Again | undefined;
    for (const pod of remove) {
      const wait = this.#untilDeletion(set, pod);
      if (wait > 0) again = sooner(again, waiting(wait));
      else await this.#delete(set, pod);
    }
    for (const node of create) {
      try {
        const pod = await client.create(Pod, podOfDaemonSet(set, node, hash));
        this.#events.normal(set, 'SuccessfulCreate', `Created pod: ${pod.metadata.name}`);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#events.warning(set, 'FailedCreate', `Error creating: ${message}`);
        throw error;
      }
    }
    return again;
  }

  /** Milliseconds until a Pod may be deleted: a node that rejects its Pods again and again gets them more slowly. */
  #untilDeletion(set: DaemonSet, pod: Pod): number {
    const { phase } = pod.status ?? {};
    const { namespace, name: failed } = pod.metadata;
    const node = nodeOf(pod);
    const what = `daemon pod ${namespace}/${failed} on node ${node}`;
    if (phase === 'Succeeded')
      this.#events.normal(set, 'SucceededDaemonPod', `Found succeeded ${what}, will try to delete it`);
    if (phase !== 'Failed') return 0;
    const now = this.#workloads.clock.now();
    const key = `${set.metadata.uid}/${node}`;
    const { count, last } = this.#failures.get(key) ?? { count: 0, last: 0 };
    const delay = count === 0 ? 0 : Math.min(firstBackOff * 2 ** (count - 1), longestBackOff);
    if (last + delay > now) return last + delay - now;
    // It starts from the beginning after twice the longest delay without a failure.
    this.#failures.set(key, { count: now - last > 2 * longestBackOff ? 1 : count + 1, last: now });
    this.#events.warning(set, 'FailedDaemonPod', `Found failed ${what}, will try to kill it`);
    return 0;
  }

  async #delete(set: DaemonSet, { metadata }: Pod): Promise<void> {
    const { name: pod, namespace = '', uid } = metadata;
    await this.#workloads.manager.client.delete(Pod, { name: pod, namespace }, { preconditions: { uid } });
    this.#events.normal(set, 'SuccessfulDelete', `Deleted pod: ${pod}`);
  }
}
