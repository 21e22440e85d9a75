import { setTimeout as delay } from 'node:timers/promises';
import { ConflictError } from '@opgen/runtime';
import { UserError } from '../../diagnostics.ts';
import type { ApiObjects, ObjectReference } from '../api-objects.ts';
import { operatorRunsElsewhere } from '../diagnostics.ts';
import type { ReversibleChanges } from './reversible-changes.ts';

interface Lease extends ObjectReference {
  readonly metadata: ObjectReference['metadata'] & {
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

export interface DevLeaseOptions {
  api: ApiObjects;
  changes: ReversibleChanges;
  name: string;
  namespace: string;
  /** Names this process. */
  identity: string;
  now: () => Date;
  /** Called when another process has acquired the Lease. */
  onLost: (error: UserError) => void;
}

const leaseDurationSeconds = 15;
const renewInterval = 3_000;
const pollInterval = 500;

/**
 * The Lease of the operator's leader, held by `opgen dev` itself: other replicas stand by during restarts too, and a new
 * build does not wait for an election.
 */
export class DevLease {
  readonly #options: DevLeaseOptions;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> = Promise.resolve();

  constructor(options: DevLeaseOptions) {
    this.#options = options;
  }

  /** Throws a `UserError` if another process renews the Lease. Waits until the Lease of a killed one has expired. */
  async acquire(): Promise<void> {
    const { api, changes, identity } = this.#options;
    const reference = this.#reference();
    if ((await api.get(reference)) === undefined) await changes.apply({ ...reference, ...this.#spec() });
    for (;;) {
      const lease = await this.#untilFree();
      try {
        await this.#write(lease, identity);
        break;
      } catch (error) {
        // Somebody else was faster, or has renewed it.
        if (!(error instanceof ConflictError)) throw error;
      }
    }
    this.#timer = setInterval(() => (this.#renewing = this.#renew()), renewInterval).unref();
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    const lease = await this.#options.api.get<Lease>(this.#reference());
    if (lease?.spec?.holderIdentity === this.#options.identity) await this.#write(lease, '');
  }

  async #untilFree(): Promise<Lease> {
    const first = await this.#read();
    const { holderIdentity = '', leaseDurationSeconds: seconds = leaseDurationSeconds } = first.spec ?? {};
    if (holderIdentity === '') return first;
    const deadline = Date.now() + seconds * 1_000;
    for (;;) {
      const lease = await this.#read();
      if ((lease.spec?.holderIdentity ?? '') === '') return lease;
      if (lease.spec?.renewTime !== first.spec?.renewTime) throw this.#heldBy(lease);
      if (Date.now() > deadline) return lease;
      await delay(pollInterval);
    }
  }

  async #renew(): Promise<void> {
    const { identity, onLost } = this.#options;
    try {
      const lease = await this.#read();
      if (lease.spec?.holderIdentity === identity) return await this.#write(lease, identity);
      clearInterval(this.#timer);
      onLost(this.#heldBy(lease));
    } catch {
      // The server cannot be reached for a moment: the next renewal tries again.
    }
  }

  async #read(): Promise<Lease> {
    return (await this.#options.api.get<Lease>(this.#reference())) ?? { ...this.#reference() };
  }

  async #write(lease: Lease, holderIdentity: string): Promise<void> {
    await this.#options.api.replace({ ...lease, ...this.#spec(holderIdentity, lease) });
  }

  #spec(holderIdentity = '', lease?: Lease): Pick<Lease, 'spec'> {
    const renewTime = this.#options.now().toISOString().replace('Z', '000Z');
    return { spec: { ...lease?.spec, holderIdentity, leaseDurationSeconds, renewTime } };
  }

  #reference(): ObjectReference {
    const { name, namespace } = this.#options;
    return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace } };
  }

  #heldBy({ metadata: { name, namespace }, spec }: Lease): UserError {
    const message = `${spec?.holderIdentity} holds the Lease ${namespace}/${name}`;
    const hint = 'stop that operator, or the other opgen dev, first';
    return new UserError(operatorRunsElsewhere({ message, hint }));
  }
}
