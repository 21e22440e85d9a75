/**
 * Code in the docs is cut from files that are compiled and tested. A block that begins with
 *
 *     ```ts examples/demo-application/src/main.ts
 *
 * may leave lines out, and may not change one: each of its lines stands in that file, in that order.
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
  // The reference is generated from the declarations; its examples are those that they give.
].filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference'));

describe.each(pages)('%s', (page) => {
  const blocks = [...read(page).matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language = '', source, code = '']) => ({ language, source, code }),
  );

  test('says of every TypeScript block which file it is cut from', () => {
    expect(blocks.filter(({ language, source }) => language === 'ts' && source === undefined)).toEqual([]);
  });

  test.each(blocks.filter(({ source }) => source !== undefined))(
    'shows $source as it is',
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
