import { expect, test } from 'vitest';
import { isThere, planFiles } from '../../../src/scaffold/files/file-plan.ts';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';

test('a checkout on Windows changes neither a file nor the header above it', () => {
  const folder = temporaryFolder();
  writeFolder(folder, {
    'hack/boilerplate.ts.txt': '// Copyright 2026 Pomona\r\n',
    'src/tree.ts': '// Copyright 2026 Pomona\r\n\r\nexport {};\r\n',
  });
  const tree = { path: 'src/tree.ts', content: 'export {};\n' };
  expect(isThere(folder, tree)).toBe(true);
  const wanted = [tree, { path: 'src/fruit.ts', content: 'export {};\n' }];
  expect(
    planFiles(
      folder,
      wanted.map((file) => ({ ...file, mode: 'once' })),
    ),
  ).toEqual([
    { path: 'src/fruit.ts', content: '// Copyright 2026 Pomona\n\nexport {};\n', action: 'create' },
  ]);
});
