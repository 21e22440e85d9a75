import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { manifestsOf, memcached } from './project.ts';

const words = fc.constantFrom(
  ..."self . size name ( ) [ ] { } ? : 1 1.5 'a' ' ! has( all( x, oldSelf matches( '[' 𝒳 \\\\ \\\" é quantity(".split(
    ' ',
  ),
  ' > ',
  ' && ',
  ' in ',
);

test('every problem of any rule is reported within its marker', async () => {
  let problems = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 10 }), async (parts) => {
      const line = `  // +validation:XValidation:rule="${parts.join('')}",message="no"`;
      const { diagnostics } = await manifestsOf({
        'src/api/cache/v1/memcached.ts': memcached(`${line}\n  server?: { name: string; size: Int32 };`),
      });
      problems += diagnostics.length;
      for (const { place } of diagnostics) {
        const { column = 0, length = 1, line: at } = place ?? {};
        expect(at).toBe(4);
        expect(column).toBeGreaterThanOrEqual(6);
        expect(column + length).toBeLessThanOrEqual(line.length + 2);
      }
    }),
    { numRuns: 150 },
  );
  expect(problems).toBeGreaterThan(0);
});
