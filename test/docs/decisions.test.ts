/** Every decision record has the same form, and the index has its title and status. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../docs/decisions', import.meta.url));
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const records = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));

test.each(records)('%s', (file) => {
  const text = read(file);
  const [, title] = /^# \d{4}: (.+)\n/.exec(text) ?? [];
  const [, status = ''] = /^Status: ([^]+?)\n\n/m.exec(text) ?? [];
  expect(status).toMatch(/^(Accepted|Superseded by )/);
  expect(text.match(/^## .+/gm)?.slice(0, 3)).toEqual(['## Context', '## Decision', '## Consequences']);

  const number = file.slice(0, 4);
  const row = read('README.md')
    .split('\n')
    .find((line) => line.startsWith(`| [${number}](${file}) `));
  const cells = row
    ?.split(' | ')
    .slice(1)
    .map((cell) => cell.replace(/ +\|$/, '').trim());
  expect(cells).toEqual([title, status.replaceAll('\n', ' ')]);
});

test('the index lists each record once, in the order of their numbers, which are unique', () => {
  const listed = [...read('README.md').matchAll(/^\| \[(\d{4})\]/gm)].map(([, number]) => number);
  expect(listed).toEqual(records.map((file) => file.slice(0, 4)).toSorted());
  expect(new Set(listed).size).toBe(listed.length);
});
