import { UserError } from '../../diagnostics.ts';
import { readGivenFile } from '../../disk/read-given-file.ts';
import { invalidLicenseHeader } from '../../scaffold/diagnostics.ts';
import { headerFromText } from '../../scaffold/files/license-header.ts';

/** The header in the file that `--license-file` names. */
export function readLicenseHeader(cwd: string, file: string, year: number): string {
  const hint = 'pass the path of a text file, relative to this folder';
  const text = readGivenFile(cwd, file, (message) => new UserError(invalidLicenseHeader({ message, hint })));
  return headerFromText(file, text, year);
}
