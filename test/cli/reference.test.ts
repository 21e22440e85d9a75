import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referencePages } from '../../scripts/reference-pages.ts';
import { readFolder } from '../support/folder.ts';

test('docs/reference says what the code says; scripts/generate-reference.ts writes it anew', async () => {
  const folder = fileURLToPath(new URL('../../docs/reference', import.meta.url));
  expect(readFolder(folder)).toEqual(await referencePages());
}, 60_000);
