import { expect, test } from 'vitest';
import { child } from '../../src/composite/child.ts';
import { Job } from '../../src/kinds/batch/v1.ts';
import { Secret } from '../../src/kinds/core/v1.ts';
import type { Manager } from '../../src/manager/manager.ts';
import type { Step } from '../../src/plans/plan.ts';
import { Memcached } from '../support/objects.ts';
import { Database } from '../guides/plans.ts';

const metadata = { name: 'a' };

// The compiler is the test: `tsc` fails if one of these lines has no error.
export function refusedByTheCompiler(manager: Manager): void {
  // @ts-expect-error: the status of a Memcached has no field for the progress.
  manager.plans('a', Memcached, { owns: [Job], plans: [] });
  const secrets: Step<Database, Secret> = { name: 'a', apply: () => [child(Secret, { metadata })] };
  const plans = [{ name: 'deploy', phases: [{ name: 'a', steps: [secrets] }] }];
  // @ts-expect-error: its steps apply Secrets, which are not among the owned kinds.
  manager.plans('b', Database, { owns: [Job], plans });
  // @ts-expect-error: a step must return its state.
  const silent: Step<Database, Job> = { name: 'a', run: async () => {} };
  // @ts-expect-error: a failed step must give a reason.
  const failing: Step<Database, Job> = { name: 'a', run: async () => ({ state: 'failed' }) };
  // @ts-expect-error: a duration needs a unit.
  const timed: Step<Database, Job> = { name: 'a', timeout: '15 minutes' };
  // @ts-expect-error: a step may only delete objects of the owned kinds.
  const deleting: Step<Database, Job> = { name: 'a', delete: () => [{ kind: Secret, name: 'a' }] };
  expect([silent, failing, timed, deleting]).toHaveLength(4);
}

test('a plan applies owned kinds and reports its state', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});
