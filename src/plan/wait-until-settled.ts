import { setTimeout as delay } from 'node:timers/promises';
import type { TestCluster } from '@opgen/testing';
import type { Settlement } from './settlement.ts';

/** Milliseconds between two looks. */
const interval = 50;
/** So many looks in a row at which nothing has moved: an event that is on its way arrives in the meantime. */
const calmLooks = 8;

/** What the operator has reported. */
export interface OperatorReports {
  readonly settlement: Settlement;
  /** How often the operator has said that it is idle, since it was last busy. */
  readonly idleReports: number;
  /** Why the operator ended. */
  readonly exited: Error | undefined;
}

export interface WaitOptions {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * Resolves with true once the operator is idle, no reconcile is to follow soon, and nothing changes in the cluster;
 * with false after the timeout.
 */
export async function waitUntilSettled(
  cluster: TestCluster,
  reports: OperatorReports,
  { timeout, signal }: WaitOptions,
): Promise<boolean> {
  const deadline = performance.now() + timeout;
  let revision = '';
  let reportsBefore = 0;
  for (let calm = 0; calm < calmLooks;) {
    if (performance.now() > deadline) return false;
    await delay(interval, undefined, { signal });
    if (reports.exited !== undefined) throw reports.exited;
    await cluster.settled();
    const { idleReports, settlement } = reports;
    const now = await revisionOf(cluster);
    const isCalm = idleReports > 0 && settlement.pending.length === 0 && now === revision;
    // An operator that does not get to report does not get to read its watches either.
    if (!isCalm) calm = 0;
    else if (idleReports > reportsBefore) calm += 1;
    reportsBefore = idleReports;
    revision = now;
  }
  return true;
}

/** Changes with each write, whatever its kind. */
async function revisionOf({ transport }: TestCluster): Promise<string> {
  const response = await transport.request({ method: 'GET', path: '/api/v1/namespaces?limit=1' });
  const { metadata } = JSON.parse(await response.text()) as { metadata: { resourceVersion: string } };
  return metadata.resourceVersion;
}
