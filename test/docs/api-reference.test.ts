import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readLibrary, undescribed } from '../../scripts/api-reference/library.ts';
import { libraryPages, readLibraries } from '../../scripts/api-reference/pages.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

test('every export has a doc comment', () => {
  expect(readLibraries(repository).flatMap(undescribed)).toEqual([]);
});

const orchard = {
  'package.json': JSON.stringify({
    name: '@orchard/runtime',
    exports: { '.': { source: './src/index.ts' } },
  }),
  'src/index.ts': `
    // Objects: what grows.
    export { pick, type Tree } from './tree.ts';
    export type { Basket } from './basket.ts';`,
  'src/tree.ts': `
    import { setTimeout } from 'node:timers';
    /** Grows. */
    export interface Tree { ripe: Fruit[] }
    interface Fruit { weight: number }
    /** Takes what is ripe of a \`Tree\`. */
    export function pick<T extends Tree>(tree: T, patience = 3): number { return tree.ripe.length + patience; }
    export function unseen(): void { setTimeout(() => {}, 1); }`,
  'src/basket.ts': `
    import type { Tree } from './tree.ts';
    export class Basket {
      readonly #secret = 1;
      constructor(hidden: string) {}
      /** Fills it. */
      fill(tree: Tree): number { return this.#secret; }
      empty(): void {}
    }`,
};

function planted() {
  const folder = temporaryFolder();
  writeFolder(`${folder}/packages/runtime`, orchard);
  return { folder, library: readLibrary(folder, 'runtime') };
}

test('the reference shows signatures, their helper types and links, and neither bodies nor private members', () => {
  const { folder, library } = planted();
  const page = libraryPages(folder, [library])['runtime/objects.md'] ?? '';
  expect(page).toContain('# Objects');
  expect(page).toContain('What grows. Import from `@orchard/runtime`.');
  expect(page).toContain('Takes what is ripe of a [`Tree`](#tree).');
  expect(page).toContain('function pick<T extends Tree>(tree: T, patience?: number): number;');
  expect(page).toMatch(/interface Fruit \{\s+weight: number;/);
  expect(page).toContain('/** Fills it. */');
  for (const hidden of ['secret', 'private', 'constructor', 'unseen', 'return', 'export'])
    expect(page).not.toContain(hidden);
});

test('the index lists each export below its page, with the first sentence of its description', () => {
  const { folder, library } = planted();
  const index = libraryPages(folder, [library])['runtime/README.md'] ?? '';
  expect(index).toContain('## Objects');
  expect(index).toContain('| [`pick`](objects.md#pick) | Takes what is ripe of a `Tree` |');
  expect(index).toContain('| [`Tree`](objects.md#tree) | Grows |');
});

test('reports exports without a doc comment, with their file', () => {
  expect(undescribed(planted().library)).toEqual([
    'packages/runtime/src/basket.ts: Basket',
    'packages/runtime/src/basket.ts: Basket.empty',
  ]);
});

test('rejects `export *`', () => {
  const folder = temporaryFolder();
  writeFolder(`${folder}/packages/runtime`, { ...orchard, 'src/index.ts': "export * from './tree.ts';" });
  expect(() => readLibrary(folder, 'runtime')).toThrow(
    'packages/runtime/src/index.ts: name what is exported',
  );
});

test('rejects an export without an explicit type, with its line', () => {
  const folder = temporaryFolder();
  const tree = 'export interface Tree {}\nexport const pick = () => JSON.parse("1");';
  writeFolder(`${folder}/packages/runtime`, { ...orchard, 'src/tree.ts': tree });
  expect(() => readLibrary(folder, 'runtime')).toThrow('packages/runtime/src/tree.ts:2: ');
});
