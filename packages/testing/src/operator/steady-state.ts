import { describeWrite } from './describe-write.ts';
import { isBookkeeping } from './final-state.ts';
import type { OperatorScenario } from './scenario.ts';
import { ScenarioRun } from './scenario-run.ts';

/**
 * Lets the operator finish its work, restarts it, so that it reconciles every object again, and rejects if it writes
 * anything that changes an object. An operator that writes an object again and again is found, too. The error names
 * each write, the reconcile that made it, and the fields that it changed. Events do not count.
 *
 *     await reachesSteadyState({ cluster: { crds: 'config/crd/bases' }, setup: setupMemcachedController, act });
 */
export async function reachesSteadyState(scenario: OperatorScenario): Promise<void> {
  await ScenarioRun.with(scenario, async (run) => {
    await run.startOperator();
    await run.act();
    await run.stopOperator();
    // A timestamp that is written again differs.
    await run.cluster.clock.advance('1s');
    const first = run.writes.all.length;
    await run.startOperator();
    // Without `settleFor`: what an operator does at intervals is not a second reconcile of the same state.
    await run.settled({});
    const writes = run.writes.all.slice(first).filter((write) => write.isEffective && !isBookkeeping(write));
    if (writes.length === 0) return;
    throw new Error(
      ['the operator writes again although nothing has changed', ...writes.map(describeWrite)].join('\n'),
    );
  });
}
