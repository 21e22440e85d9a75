import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src/cel');

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it.each(files)('%s imports nothing but the engine itself, so that others can bundle it', (file) => {
  const path = join(root, file);
  const imported = [...readFileSync(path, 'utf8').matchAll(/(?:from|import) '([^']+)';$/gm)].map(
    ([, name]) => name!,
  );
  const outside = imported.filter(
    (name) => !resolve(dirname(path), name).startsWith(root + sep) || !name.startsWith('.'),
  );
  expect(outside).toEqual([]);
});
