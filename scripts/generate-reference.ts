/** Writes docs/reference/ from the commands, the codes and the markers: `tsx scripts/generate-reference.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referencePages } from './reference-pages.ts';

const folder = new URL('../docs/reference/', import.meta.url);
mkdirSync(fileURLToPath(folder), { recursive: true });
for (const [name, text] of Object.entries(await referencePages())) writeFileSync(new URL(name, folder), text);
