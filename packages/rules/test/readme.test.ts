import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const folder = new URL('readme/', import.meta.url);
const samples = readdirSync(folder).map((file) => ({
  file,
  text: readFileSync(new URL(file, folder), 'utf8'),
}));

test('the README contains every sample, and no other code', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  expect(new Set(shown)).toEqual(new Set(samples.map(({ text }) => text)));
});

test.each(samples)('$file prints what its comments say', async ({ file, text }) => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await import(new URL(file, folder).href);
    const expected = [...text.matchAll(/console\.log\(.*\n(?:\}\n)?((?:\/\/ .*\n)+)/g)].flatMap(
      ([, comment = '']) => comment.trimEnd().split('\n'),
    );
    expect(printed.mock.calls.map(([value]) => `// ${String(value)}`)).toEqual(expected);
    expect(expected).not.toEqual([]);
  } finally {
    printed.mockRestore();
  }
});
