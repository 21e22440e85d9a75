import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const samples = new URL('readme/', import.meta.url);

test('the README contains exactly the type-checked samples', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  const files = await readdir(samples);
  const written = await Promise.all(files.map((file) => readFile(new URL(file, samples), 'utf8')));
  expect(new Set(shown)).toEqual(new Set(written));
});
