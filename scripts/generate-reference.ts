/**
 * Writes docs/reference/ from the commands, the error codes, the markers and the exports of the packages:
 * `tsx scripts/generate-reference.ts`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePages } from './reference-pages.ts';

const folder = fileURLToPath(new URL('../docs/reference/', import.meta.url));
const pages = Object.entries(await referencePages());
rmSync(folder, { recursive: true, force: true });
for (const [name, text] of pages) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
