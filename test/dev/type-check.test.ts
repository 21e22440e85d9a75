import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TypeCheck, TypeChecker } from '../../src/dev/type-check.ts';
import { repository } from '../support/built-cli.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const compilerOptions = { noEmit: true, strict: true, types: [], target: 'es2023', lib: ['es2023'] };

test('checks types with the compiler of the project, and again after a change', async () => {
  const root = temporaryFolder();
  writeFolder(root, {
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'package.json': '{}',
    'a.ts': 'export const size: number = "three";\n',
    'b.ts': "import { size } from './a.js';\nexport const double: number = size * 2;\n",
  });
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  const checker = new TypeChecker(root, join(temporaryFolder(), 'state'));
  expect(await checker.check()).toMatchObject([{ code: 'OPG4021', place: { file: 'a.ts', line: 1 } }]);
  writeFileSync(join(root, 'a.ts'), 'export const size: string = "three";\n');
  expect(await checker.check()).toMatchObject([{ place: { file: 'b.ts', line: 2 } }]);
  writeFileSync(join(root, 'a.ts'), 'export const size: number = 3;\n');
  expect(await checker.check()).toEqual([]);
});

test('without a compiler there is no result', async () => {
  const root = temporaryFolder();
  writeFolder(root, { 'package.json': '{}' });
  expect(await new TypeChecker(root, join(root, 'state')).check()).toBe('no compiler');
});

/** A project whose compiler is this script. */
function withCompiler(script: string): TypeChecker {
  const root = temporaryFolder();
  writeFolder(root, {
    'package.json': '{}',
    'node_modules/typescript/package.json': '{}',
    'node_modules/typescript/bin/tsc': script,
  });
  return new TypeChecker(root, join(root, 'state'));
}

test('a new check cancels the previous one', async () => {
  const checker = withCompiler('setInterval(() => {}, 1000);');
  const first = checker.check();
  const second = checker.check();
  expect(await first).toBe('canceled');
  checker.cancel();
  expect(await second).toBe('canceled');
});

test('new code waits for a check only if the last one was fast', async () => {
  const checker = withCompiler('');
  const never = new Promise<TypeCheck>(() => {});
  // The first check reads everything.
  expect(await checker.soon(never)).toBeUndefined();
  // Starting the compiler can take long on a busy machine.
  await expect
    .poll(async () => {
      await checker.check();
      return checker.soon(Promise.resolve([]));
    })
    .toEqual([]);
  expect(await checker.soon(never)).toBeUndefined();
});
