import type { Client } from '../client/client.ts';
import { mergePatch } from '../client/patch.ts';
import type { Clock } from '../clock.ts';
import { Lease, type LeaseSpec } from '../kinds/coordination/v1.ts';
import { Pod } from '../kinds/core/v1.ts';
import { LeaseRecord } from '../leader-election/lease-record.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { controllerReference, requireOwnable } from '../objects/ownership.ts';
import { toMicroTime } from '../objects/time.ts';
import { choosePrimary, identityOf } from './choose-primary.ts';

/** Options that apply to every election of an operator. */
export interface PrimaryElectionOptions {
  client: Pick<Client, 'find' | 'create' | 'update' | 'patch'>;
  clock: Clock;
  /** Milliseconds for which a Pod may act as primary without seeing the Lease renewed. Default: 15 s. */
  leaseDuration?: number | undefined;
  /** The Pod label that is set to `primary` or `replica`. Default: `role`. */
  label?: string | undefined;
}

/** The Pods of one application, one of which becomes the primary. */
export interface PrimaryElectionRequest {
  /** The object that the Pods belong to. It owns the Lease, and all of them are in its namespace. */
  owner: KubernetesObject;
  /** Default: `<name of the owner>-primary`. */
  lease?: string | undefined;
  /** All Pods of the application, ready or not. */
  pods: readonly Pod[];
  /** Compares two Pods: negative if the first is the better primary. Default: by name. */
  prefer?: ((a: Pod, b: Pod) => number) | undefined;
}

/** The current primary, and when to run the election again. */
export interface PrimaryElectionResult {
  /** The name of the primary Pod, if there is one. */
  primary?: string | undefined;
  /** Increases with each change of the primary: a store that remembers the highest token can reject lower ones. */
  fencingToken: number;
  /** Why there is no primary. */
  reason?: string | undefined;
  /** Call `run` again after at most this many milliseconds: `{ type: 'requeueAfter', delay: recheckAfter }`. */
  recheckAfter: number;
}

/** What this process knows about one Lease. */
interface Term {
  readonly record: LeaseRecord;
  /** When this process last wrote the Lease, by the monotonic clock. */
  renewedAt: number;
}

/** The annotation on the primary that contains its fencing token. */
export const fencingTokenAnnotation = 'opgen.dev/fencing-token';

/**
 * Elects a primary among the Pods of an application that has no leader election.
 *
 * At most one Pod has the label `primary`: the old primary loses the label, then the Lease changes its holder, then the
 * new primary gets the label. But a partitioned Pod does not see that it lost the label. So if concurrent writes would
 * corrupt data, each Pod must read the Lease repeatedly, and write only while
 *
 * - `holderIdentity` is `<its name>_<its uid>`, and
 * - by its own clock, less than `leaseDurationSeconds` have passed since its last read that did not yet show the
 *   current `renewTime`. (The exact time of the renewal is unknown, but it was later than that read.)
 *
 * The Lease is renewed while the primary is ready. If it is not, another Pod is elected only when the Lease has stayed
 * unchanged for `leaseDurationSeconds`, or when the Pod is gone. As for a StatefulSet, the containers of a deleted Pod
 * count as terminated, so do not force-delete a Pod on a partitioned node.
 *
 * Create one instance and keep it for the lifetime of the process: it measures how long each Lease stays unchanged, and
 * a new instance starts to measure again.
 */
export class PrimaryElection {
  readonly #options: PrimaryElectionOptions;
  readonly #leaseDuration: number;
  readonly #label: string;
  readonly #terms = new Map<string, Term>();

  constructor(options: PrimaryElectionOptions) {
    const { leaseDuration = 15_000, label = 'role' } = options;
    if (!(leaseDuration >= 1000))
      throw new RangeError(`leaseDuration must be at least 1000 ms, got ${leaseDuration}`);
    this.#options = options;
    this.#leaseDuration = leaseDuration;
    this.#label = label;
  }

  /** Discards the state of an owner that was deleted. */
  forget(owner: KubernetesObject): void {
    this.#terms.delete(owner.metadata.uid);
  }

  /** Renews the Lease, elects another primary, or waits. Call it at any time: it writes only what has to change. */
  async run(request: PrimaryElectionRequest): Promise<PrimaryElectionResult> {
    const { owner, pods, prefer = () => 0 } = request;
    const key = leaseKey(request);
    const lease = await this.#options.client.find(Lease, key);
    const term = this.#termOf(owner);
    term.record.observe(lease);
    const holder = lease?.spec?.holderIdentity ?? '';
    const isOver = !term.record.isHeldByOther('');
    const choice = choosePrimary({ pods, holder, isOver, prefer });
    const recheckAfter = Math.ceil(this.#leaseDuration / 3);
    const fencingToken = lease?.spec?.leaseTransitions ?? 0;
    if (choice.type === 'wait') return { fencingToken, reason: choice.reason, recheckAfter };

    const { pod } = choice;
    for (const other of pods) if (other !== pod) await this.#mark(other, 'replica', null);
    const held = await this.#hold(term, key, request, lease, identityOf(pod));
    const token = held.spec?.leaseTransitions ?? 0;
    await this.#mark(pod, 'primary', String(token));
    return { primary: pod.metadata.name, fencingToken: token, recheckAfter };
  }

  /** Writes the Lease if the holder changes or a renewal is due. Of two concurrent writers, one gets a conflict. */
  async #hold(
    term: Term,
    { name, namespace }: { name: string; namespace?: string | undefined },
    { owner }: PrimaryElectionRequest,
    lease: Lease | undefined,
    holderIdentity: string,
  ): Promise<Lease> {
    const { client, clock } = this.#options;
    const old: LeaseSpec = lease?.spec ?? {};
    const isRenewal = old.holderIdentity === holderIdentity;
    const began = clock.monotonic();
    if (lease !== undefined && isRenewal && began - term.renewedAt < this.#leaseDuration / 3) return lease;
    const now = toMicroTime(new Date(clock.now()));
    const spec: LeaseSpec = {
      ...old,
      holderIdentity,
      leaseDurationSeconds: Math.ceil(this.#leaseDuration / 1000),
      acquireTime: isRenewal ? (old.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (old.leaseTransitions ?? 0) + (isRenewal ? 0 : 1),
    };
    requireOwnable(owner, namespace);
    const metadata = { name, namespace, ownerReferences: [controllerReference(owner)] };
    const written =
      lease === undefined
        ? await client.create(Lease, { metadata, spec })
        : await client.update(Lease, { ...lease, spec });
    term.record.observe(written);
    term.renewedAt = began;
    return written;
  }

  async #mark(pod: Pod, role: string, token: string | null): Promise<void> {
    const { labels = {}, annotations = {}, uid } = pod.metadata;
    if (labels[this.#label] === role && (annotations[fencingTokenAnnotation] ?? null) === token) return;
    const marks = { labels: { [this.#label]: role }, annotations: { [fencingTokenAnnotation]: token } };
    // With the uid, the patch fails if the Pod was deleted and created again in the meantime.
    await this.#options.client.patch(Pod, pod.metadata, mergePatch({ metadata: { uid, ...marks } }));
  }

  #termOf({ metadata }: KubernetesObject): Term {
    const known = this.#terms.get(metadata.uid);
    if (known !== undefined) return known;
    const record = new LeaseRecord(this.#options.clock, this.#leaseDuration);
    const term: Term = { record, renewedAt: Number.NEGATIVE_INFINITY };
    this.#terms.set(metadata.uid, term);
    return term;
  }
}

function leaseKey({ owner, lease }: PrimaryElectionRequest): { name: string; namespace?: string } {
  const { name, namespace } = owner.metadata;
  return { name: lease ?? `${name}-primary`, ...(namespace !== undefined && { namespace }) };
}
