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

/** What holds for every election of an operator. */
export interface PrimaryElectionOptions {
  client: Pick<Client, 'find' | 'create' | 'update' | 'patch'>;
  clock: Clock;
  /** Milliseconds for which a Pod may believe that it is the primary after it last saw that. Default: 15 s. */
  leaseDuration?: number;
  /** The label of the Pods, which is `primary` or `replica`. Default: `role`. */
  label?: string;
}

/** The Pods of one application, one of which is to be the primary. */
export interface PrimaryElectionRequest {
  /** The object that the Pods belong to, which owns the Lease: it is in the namespace of both. */
  owner: KubernetesObject;
  /** Default: `<name of the owner>-primary`. */
  lease?: string;
  /** All Pods of the application, ready or not. */
  pods: readonly Pod[];
  /** Which of two would be the better primary: negative for the first. Default: by name. */
  prefer?: (a: Pod, b: Pod) => number;
}

/** Who is the primary now, and when to ask again. */
export interface PrimaryElectionResult {
  /** The primary, if there is one at the moment. */
  primary?: string;
  /** Grows with every change: a store that remembers the highest it has seen can refuse those before. */
  fencingToken: number;
  /** Why there is none. */
  reason?: string;
  /** Milliseconds until it has to be called again at the latest: `{ type: 'requeueAfter', delay: recheckAfter }`. */
  recheckAfter: number;
}

/** What is known of one Lease. */
interface Term {
  readonly record: LeaseRecord;
  /** When it was last written here, by the monotonic clock. */
  renewedAt: number;
}

/** The annotation of a primary with its fencing token. */
export const fencingTokenAnnotation = 'opgen.dev/fencing-token';

/**
 * Chooses a primary among the Pods of an application that has no election of its own.
 *
 * Never are two Pods labelled `primary`: the label of the one before is taken away, then the Lease changes hands, then
 * the next one gets the label. But a Pod that was cut off does not see its label go. So one whose writes must not be
 * doubled reads the Lease itself, again and again, and writes only while
 *
 * - `holderIdentity` is `<its name>_<its uid>`, and
 * - by its own clock, less than `leaseDurationSeconds` have passed since the last read that did not show the present
 *   `renewTime` yet. (When it was renewed is not known, but that was later than this read.)
 *
 * The Lease is renewed while the primary is ready. Once it is not, another one follows only when the Lease has stayed
 * as it is for `leaseDurationSeconds`, or the Pod is gone: like a StatefulSet, this takes its containers as ended
 * then, so do not force the deletion of a Pod on a node that is cut off.
 *
 * Keep one of these for as long as the process lives: it measures how long Leases stay as they are. After a restart
 * it measures from the beginning.
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

  /** Forgets what was measured for an owner that is gone. */
  forget(owner: KubernetesObject): void {
    this.#terms.delete(owner.metadata.uid);
  }

  /** One round: renews, moves, or waits. May be called as often as one likes; of what is as it should be nothing is written. */
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

  /** Writes the Lease if the holder changes, or it is time to renew it. Two who write at once do not both succeed. */
  async #hold(
    term: Term,
    { name, namespace }: { name: string; namespace?: string },
    { owner }: PrimaryElectionRequest,
    lease: Lease | undefined,
    holderIdentity: string,
  ): Promise<Lease> {
    const { client, clock } = this.#options;
    const old: LeaseSpec = lease?.spec ?? {};
    const goesOn = old.holderIdentity === holderIdentity;
    const began = clock.monotonic();
    if (lease !== undefined && goesOn && began - term.renewedAt < this.#leaseDuration / 3) return lease;
    const now = toMicroTime(new Date(clock.now()));
    const spec: LeaseSpec = {
      ...old,
      holderIdentity,
      leaseDurationSeconds: Math.ceil(this.#leaseDuration / 1000),
      acquireTime: goesOn ? (old.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (old.leaseTransitions ?? 0) + (goesOn ? 0 : 1),
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
    // The uid keeps it from a Pod that was made anew under the name.
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
