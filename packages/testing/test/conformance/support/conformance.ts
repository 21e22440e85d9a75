import { afterAll, beforeAll, describe, test } from 'vitest';
import { knownDifferences } from './known-differences.ts';
import { installWidgets } from './widgets.ts';
import { Scene } from './scene.ts';
import type { Target } from './target.ts';
import { availableTargets, type TargetOptions } from './targets.ts';

/** A test of one behavior of an API server, named by a sentence. */
export type DeclareCase = (sentence: string, check: (scene: Scene) => Promise<void>) => void;

const targets = await availableTargets();

/**
 * Declares the cases of one subject and runs them against every target. Each case has a namespace of its own, and
 * each subject has an API group with the kind Widget.
 */
export function conformance(
  subject: string,
  declare: (it: DeclareCase) => void,
  options: TargetOptions = {},
): void {
  const group = `${subject.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.conformance.example.com`;
  const ours = knownDifferences.filter((difference) => difference.case.startsWith(`${subject}: `));
  for (const { name, start } of targets) {
    describe(`${subject} on ${name}`, () => {
      let target: Target;
      beforeAll(async () => {
        target = await start(options);
        await installWidgets(target, group);
      }, 120_000);
      afterAll(async () => target?.close());

      const declared = new Set<string>();
      declare((sentence, check) => {
        const title = `${subject}: ${sentence}`;
        if (declared.has(title)) throw new Error(`two cases are called "${title}"`);
        declared.add(title);
        const differs = ours.some(
          (difference) => difference.case === title && difference.targets.includes(name),
        );
        const run = differs ? test.fails : test;
        run(sentence, async () => check(await Scene.open(target, group)));
      });
      for (const difference of ours) {
        if (!declared.has(difference.case))
          throw new Error(`a known difference names no case: ${difference.case}`);
      }
    });
  }
}
