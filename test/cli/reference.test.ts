import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { referencePages } from '../../scripts/reference-pages.ts';

const folder = new URL('../../docs/reference/', import.meta.url);

test('docs/reference says what the code says; scripts/generate-reference.ts writes it anew', async () => {
  for (const [name, text] of Object.entries(await referencePages()))
    expect(readFileSync(new URL(name, folder), 'utf8'), name).toBe(text);
});
