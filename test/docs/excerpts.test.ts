/**
 * Code blocks in the docs are excerpts of files that are compiled and tested. A block that starts with
 *
 *     ```ts examples/first-operator/src/main.ts
 *
 * may omit lines but not change them: each of its lines is in that file, in the same order.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (path) => `docs/${path}`,
  ),
  // The reference is generated from declarations and their examples.
].filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference'));

describe.each(pages)('%s', (page) => {
  const blocks = [...read(page).matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language = '', source, code = '']) => ({ language, source, code }),
  );

  test('names the source file of every TypeScript block', () => {
    expect(blocks.filter(({ language, source }) => language === 'ts' && source === undefined)).toEqual([]);
  });

  test.each(blocks.filter(({ source }) => source !== undefined))(
    'quotes $source literally',
    ({ source = '', code }) => {
      const lines = read(source)
        .split('\n')
        .map((line) => line.trim());
      let from = 0;
      for (const line of code
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== '')) {
        const found = lines.indexOf(line, from);
        expect(found, `${source} has no such line after line ${from}: ${line}`).toBeGreaterThanOrEqual(0);
        from = found + 1;
      }
    },
  );
});
