import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../diagnostics.ts';
import { headerFromText } from '../scaffold/files/license-header.ts';
import type { Session } from './session.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file',
};

/** The header that `--license-file` names. */
export function readHeader(session: Session, file: string, year: number): string {
  let text: string;
  try {
    text = readFileSync(resolve(session.cwd, file), 'utf8');
  } catch (cause) {
    throw new UserError({
      code: 'OPG3107',
      severity: 'error',
      message: `${file} cannot be read: ${reasons[(cause as NodeJS.ErrnoException).code ?? ''] ?? (cause as Error).message}`,
      hint: '--license-file names a text file, relative to this folder',
    });
  }
  return headerFromText(file, text, year);
}
