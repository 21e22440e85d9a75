import { expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { exclusions } from './exclusions.ts';
import { formatResults, parseResults, type Result } from './results.ts';

const table = new URL('results.md', import.meta.url);

it('reads the results that it has written', () => {
  const results: Result[] = [
    { spec: '[sig-api-machinery] a (b) [Conformance]', outcome: 'passed', reason: '' },
    { spec: '[sig-api-machinery] c [Conformance]', outcome: 'failed', reason: 'a | b' },
  ];
  expect(parseResults(formatResults(results))).toEqual([results[0], { ...results[1], reason: 'a / b' }]);
});

it('has a spec for each exclusion', async () => {
  const excluded = parseResults(await readFile(table, 'utf8')).filter(
    ({ outcome }) => outcome === 'excluded',
  );
  expect(excluded.length).toBeGreaterThan(0);
  for (const { specs, reason } of exclusions)
    expect(excluded.filter(({ spec }) => specs.test(spec)).map((each) => each.reason)).toContain(reason);
});
