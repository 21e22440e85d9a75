import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersFile, titleOf } from './built-in-kinds/answers-file.ts';
import { type Answers, ask } from './built-in-kinds/ask.ts';
import { subjects } from './built-in-kinds/subjects.ts';
import type { Target } from './support/target.ts';
import { availableTargets } from './support/targets.ts';

/** `RECORD_ANSWERS=1` writes what the real server answers, instead of comparing it. */
const records = process.env['RECORD_ANSWERS'] !== undefined;

// Validation does not depend on the transport.
const targets = (await availableTargets()).filter(({ name }) => name !== 'embedded over HTTP');

for (const { name, start } of targets) {
  describe(`validation of built-in kinds by ${name}`, () => {
    let target: Target;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(async () => target?.close());

    test.each(subjects.map((subject) => [titleOf(subject), subject] as const))(
      '%s gives the answers of the real server',
      async (_, subject) => {
        const file = answersFile(subject);
        const answers = await ask(target, subject);
        if (records && target.name === 'real') {
          await writeFile(file, `${JSON.stringify(answers, null, 2)}\n`);
        } else {
          expect(answers).toEqual(JSON.parse(await readFile(file, 'utf8')) as Answers);
        }
      },
    );
  });
}
