/** The tutorial shows the whole type and the whole controller of the example, so readers can follow it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const guide = read('docs/guides/first-operator.md');

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('// SPDX-'));

test.each([
  'src/api/demo/v1alpha1/demo-application.ts',
  'src/controllers/demo/demo-application.controller.ts',
  'config/samples/demo_v1alpha1_demoapplication.yaml',
])('it shows all of %s', (path) => {
  const source = `examples/first-operator/${path}`;
  const blocks = [...guide.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].filter(([, file]) => file === source);
  expect(linesOf(blocks.map(([, , code]) => code).join('\n'))).toEqual(linesOf(read(source)));
});
