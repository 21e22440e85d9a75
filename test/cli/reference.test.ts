import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referencePages } from '../../scripts/reference-pages.ts';
import { readFolder } from '../support/folder.ts';

test('docs/reference matches the code; scripts/generate-reference.ts updates it', async () => {
  const folder = fileURLToPath(new URL('../../docs/reference', import.meta.url));
  expect(readFolder(folder)).toEqual(await referencePages());
});
