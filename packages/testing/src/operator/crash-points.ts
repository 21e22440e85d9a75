import { chaosTransport } from '../chaos/chaos-transport.ts';
import { describeWrite } from './describe-write.ts';
import { type Difference, differences, type FinalState, finalState, isBookkeeping } from './final-state.ts';
import type { OperatorScenario } from './scenario.ts';
import { ScenarioRun } from './scenario-run.ts';
import type { Write } from './write.ts';

const responses = ['lost', 'delivered'] as const;

/** Where the operator crashes. */
interface CrashPoint {
  /** After which of its writes. */
  readonly write: number;
  /** Whether it received the response. */
  readonly response: (typeof responses)[number];
}

interface Outcome {
  readonly state: FinalState;
  readonly writes: readonly Write[];
}

/** A scenario, and the fields in which its outcome may differ. */
export interface CrashScenario extends OperatorScenario {
  /**
   * Fields that may differ after a crash: `['.status.attempts']`. Times, uids and generated names are never compared,
   * nor fields that already differ between two runs without a crash, such as generated passwords.
   */
  mayDiffer?: readonly string[] | undefined;
}

/**
 * Plays the scenario once without a fault, and then twice for each write of the operator: it is killed right after the
 * write, before and after it received the response, and started again once the cluster has settled. Rejects if the
 * objects that it wrote differ from those of the run without a fault. The error names the write and each difference;
 * for instance, an object that was created twice.
 *
 *     await recoversFromCrashes({ cluster: { crds: 'config/crd/bases' }, setup: setupMemcachedController, act });
 *
 * Writes that change nothing, and Events, are no crash points.
 */
export async function recoversFromCrashes(scenario: CrashScenario): Promise<void> {
  const { mayDiffer = [] } = scenario;
  const expected = await play(scenario);
  const compared = collectionsOf(expected);
  let chance: Promise<ReadonlySet<string>> | undefined;
  const unexpected = async ({ state }: Outcome): Promise<Difference[]> => {
    const found = differences(expected.state, state).filter(
      ({ where }) => !mayDiffer.some((path) => where.endsWith(` ${path}`)),
    );
    if (found.length === 0) return [];
    const ignored = await (chance ??= differsByChance(scenario, { expected, compared }));
    return found.filter(({ where }) => !ignored.has(where));
  };
  for (const [index, write] of expected.writes.entries()) {
    if (!write.isEffective || isBookkeeping(write)) continue;
    for (const response of responses) {
      const point: CrashPoint = { write: index + 1, response };
      const outcome = await play(scenario, { compared, crash: point }).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`${described(point, expected)}\n${message}`, { cause: error });
      });
      const found = await unexpected(outcome);
      if (found.length === 0) continue;
      const lines = found.map(({ text }) => `  ${text}`);
      throw new Error(
        [
          described(point, outcome),
          'these objects differ from those of a run without a crash',
          ...lines,
        ].join('\n'),
      );
    }
  }
}

/** Where two runs without a crash differ. */
async function differsByChance(
  scenario: OperatorScenario,
  { expected, compared }: { expected: Outcome; compared: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const again = await play(scenario, { compared });
  return new Set(differences(expected.state, again.state).map(({ where }) => where));
}

function described({ write, response }: CrashPoint, { writes }: Outcome): string {
  const made = writes[write - 1];
  const what = `the operator does not recover from a crash after its write ${write}, with the response ${response}`;
  return made === undefined ? what : `${what}\n${describeWrite({ ...made, changes: [] })}`;
}

function collectionsOf({ writes }: Pick<Outcome, 'writes'>): ReadonlySet<string> {
  return new Set(writes.filter((write) => !isBookkeeping(write)).map(({ collection }) => collection));
}

interface PlayOptions {
  /** The collections to compare. Default: those that the operator writes. */
  readonly compared?: ReadonlySet<string>;
  readonly crash?: CrashPoint;
}

/** Plays the scenario; after a crash, another operator starts once the cluster has settled. */
function play(scenario: OperatorScenario, { compared, crash }: PlayOptions = {}): Promise<Outcome> {
  return ScenarioRun.with(scenario, async (run) => {
    let killed: Promise<void> | undefined;
    if (crash === undefined) {
      await run.startOperator();
    } else {
      const chaos = chaosTransport(run.writes, { faults: {}, clock: run.cluster.clock });
      void chaos.crashAfterWrites(crash.write, crash.response).then(() => (killed = run.kill()));
      await run.startOperator(chaos);
    }
    await run.act(async () => {
      await run.rest();
      if (killed === undefined) return;
      await killed;
      killed = undefined;
      await run.startOperator();
      await run.rest();
    });
    const writes = [...run.writes.all];
    return { writes, state: await finalState(run.cluster.transport, compared ?? collectionsOf({ writes })) };
  });
}
