import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { availableTargets } from '../conformance/support/targets.ts';
import type { Target } from '../conformance/support/target.ts';
import { anyOperations } from './any-operation.ts';
import type { KindName } from './kinds.ts';
import { Normalizer } from './normalized.ts';
import type { Operation } from './operation.ts';
import { Run } from './run.ts';
import { installThings, removeThings } from './things.ts';

/** The kinds without known differences other than those in README.md. */
const comparedKinds: readonly KindName[] = ['thing', 'configMap'];
/**
 * How many sequences to run for each kind. They are always the same, because some known differences are too rare to
 * occur in them. `DIFFERENTIAL_RUNS` runs that many new sequences, which finds the differences in README.md and
 * others.
 */
const search = process.env['DIFFERENTIAL_RUNS'];
const numRuns = Number(search ?? 25);
const sequences = search === undefined ? { seed: 20_261_121 } : {};
const available = await availableTargets();
const [real, embedded] = ['real', 'embedded in process'].map((name) =>
  available.find((each) => each.name === name),
);

/** Sends the same random requests to both servers and compares their responses. */
test.runIf(real && embedded).each(comparedKinds)(
  'random operations on a %s get the same responses from both API servers',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(anyOperations(kind), async (operations) => {
        const [ours, theirs] = await answersOf(operations);
        expect(ours).toEqual(theirs);
      }),
      { numRuns, ...sequences, timeout: 60_000, interruptAfterTimeLimit: numRuns * 10_000 },
    );
  },
  numRuns * 20_000,
);

const targets: Target[] = [];
let runs = 0;

beforeAll(async () => {
  if (!real || !embedded) return;
  targets.push(await embedded.start(), await real.start());
  for (const target of targets) await installThings(target);
});

afterAll(async () => {
  for (const target of targets) {
    await removeThings(target);
    await target.close();
  }
});

/** The responses of both servers up to the first difference, and the objects at that time. */
async function answersOf(operations: readonly Operation[]): Promise<unknown[][]> {
  runs += 1;
  const namespace = `differential-${process.pid}-${runs}`;
  const both = targets.map((target) => ({ run: new Run(target, namespace), normalizer: new Normalizer() }));
  for (const { run } of both) await run.open();
  const answers: unknown[][] = both.map(() => []);
  for (const operation of [...operations, undefined]) {
    const step = both.map(async ({ run, normalizer }) => {
      const given = operation === undefined ? await run.state() : await run.perform(operation);
      return { operation, answers: given.map((answer) => normalizer.answer(answer)) };
    });
    const [ours, theirs] = await Promise.all(step);
    answers[0]?.push(ours);
    answers[1]?.push(theirs);
    if (!isDeepStrictEqual(ours, theirs)) break;
  }
  return answers;
}
