import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const rows = [...read('README.md').matchAll(/^\| (.+?) +\| \[(.+?)\]\((.+?)\) "(.+?)" *\|$/gm)];

test('has a row for every fault', () => {
  expect(rows.length).toBe(read('README.md').match(/^\| (?!fault|-)/gm)?.length);
});

test.each(rows.map(([, fault, path, link, words]) => ({ fault, path, link, words })))(
  '$fault: the test exists',
  ({ path = '', link, words = '' }) => {
    expect(link).toBe(path);
    expect(read(path)).toContain(words);
  },
);
