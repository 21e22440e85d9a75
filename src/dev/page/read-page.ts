import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../scaffold/package-root.ts';

/** The built page. */
export function readPage(): string {
  return readFileSync(join(packageRoot(), 'dist/page.html'), 'utf8');
}
