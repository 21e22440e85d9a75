import type { ObjectMetadata } from '../deployment/kubernetes-objects.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

export interface Lease {
  readonly metadata: ObjectMetadata;
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly renewTime?: string;
  };
}

const check = 'leader';

/** Whether the holder of the Lease renews it. */
export function checkLeader(lease: Lease | undefined, { name, now }: { name: string; now: Date }): Finding {
  if (lease === undefined)
    return skipped(check, `there is no Lease ${name}: the operator has not been elected yet`);
  const { holderIdentity = '' } = lease.spec ?? {};
  if (holderIdentity === '')
    return problem(check, `Lease ${name} has no holder`, 'see why the operator does not run');
  if (isRenewed(lease, now)) return ok(check, `${holderIdentity} leads`);
  const age = ageOf(lease, now);
  const message = `${holderIdentity} holds Lease ${name}, but has not renewed it for ${Math.round(age)} seconds`;
  return problem(
    check,
    message,
    'see why the operator does not run: another replica takes over as soon as one is ready',
  );
}

/** Whether its holder runs. `now` comes from this machine, so a small difference is tolerated. */
export function isRenewed(lease: Lease | undefined, now: Date): boolean {
  return ageOf(lease, now) <= (lease?.spec?.leaseDurationSeconds ?? 15) * 2;
}

/** Seconds since the last renewal. */
function ageOf(lease: Lease | undefined, now: Date): number {
  const { renewTime } = lease?.spec ?? {};
  return renewTime === undefined ? Infinity : (now.getTime() - new Date(renewTime).getTime()) / 1000;
}
