import { type Diagnostic, UserError, wholeFile } from '../../diagnostics.ts';
import { invalidLicenseHeader } from '../diagnostics.ts';

/** Maps the values of --license to the SPDX identifiers in package.json. */
export const licenses = {
  apache2: 'Apache-2.0',
  mit: 'MIT',
  none: 'UNLICENSED',
  copyright: 'UNLICENSED',
} as const;
export type LicenseName = keyof typeof licenses;

/** Stores the license header of all TypeScript files. If it is missing, the files have no header. */
export const headerFile = 'hack/boilerplate.ts.txt';

/** The copyright line and the SPDX line; empty for the license `none`. */
export function licenseHeader(license: LicenseName, owner: string, year: number): string {
  const copyright = owner === '' || license === 'none' ? '' : `// Copyright ${year} ${owner}\n`;
  const identifier =
    license === 'apache2' || license === 'mit' ? `// SPDX-License-Identifier: ${licenses[license]}\n` : '';
  return copyright + identifier;
}

/** Turns the user's text into a header: comments it out unless it is a comment, and replaces YEAR with the year. */
export function headerFromText(file: string, text: string, year: number): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\bYEAR\b/g, String(year))
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  const whole = lines.join('\n');
  if (whole === '') return '';
  if (whole.startsWith('/*')) {
    const end = whole.indexOf('*/');
    if (end === -1) throw new UserError(notAComment(file, 'the comment is not closed', 'end it with */'));
    if (end !== whole.length - 2)
      throw new UserError(
        notAComment(file, 'the comment is followed by other text', 'remove everything after */'),
      );
    return `${whole}\n`;
  }
  if (lines.every((line) => line.startsWith('//'))) return `${whole}\n`;
  return lines.map((line) => `${`// ${line}`.trimEnd()}\n`).join('');
}

/** Adds the header unless the file already has a header, which may be a different one. */
export function withHeader(path: string, content: string, header: string): string {
  return hasOwnHeader(content) ? content : underHeader(path, content, header);
}

/** Adds the header even if the file begins with a different one. */
export function underHeader(path: string, content: string, header: string): string {
  if (header === '' || !path.endsWith('.ts') || content.startsWith(header)) return content;
  return `${header}\n${content}`;
}

/** Whether the first comment is a copyright or SPDX notice. */
export function hasOwnHeader(text: string): boolean {
  return /^(\/\/.*|\/\*((?!\*\/)[^])*?)(copyright|SPDX-)/i.test(text);
}

function notAComment(file: string, reason: string, hint: string): Diagnostic {
  return invalidLicenseHeader({
    message: `${file} is not a valid license header: ${reason}`,
    hint,
    place: wholeFile(file),
  });
}
