import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../diagnostics.ts';
import { invalidLicenseHeader } from '../../scaffold/diagnostics.ts';
import { headerFromText } from '../../scaffold/files/license-header.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOENT: 'no such file',
};

/** The header in the file that `--license-file` names. */
export function readLicenseHeader(cwd: string, file: string, year: number): string {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new UserError(
      invalidLicenseHeader({
        message: `cannot read ${file}: ${reasons[code] ?? message}`,
        hint: 'pass the path of a text file, relative to this folder',
      }),
    );
  }
  return headerFromText(file, text, year);
}
