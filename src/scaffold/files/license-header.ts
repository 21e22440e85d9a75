import { type Diagnostic, UserError, wholeFile } from '../../diagnostics.ts';
import { invalidLicenseHeader } from '../diagnostics.ts';

/** SPDX identifiers, as package.json has them. */
export const licenses = {
  apache2: 'Apache-2.0',
  mit: 'MIT',
  none: 'UNLICENSED',
  copyright: 'UNLICENSED',
} as const;
export type LicenseName = keyof typeof licenses;

/** The record of how every TypeScript file of the project begins. Without it they begin with code. */
export const headerFile = 'hack/boilerplate.ts.txt';

/** The lines that say whose the file is and what may be done with it; empty for no licence at all. */
export function licenseHeader(license: LicenseName, owner: string, year: number): string {
  const copyright = owner === '' || license === 'none' ? '' : `// Copyright ${year} ${owner}\n`;
  const identifier =
    license === 'apache2' || license === 'mit' ? `// SPDX-License-Identifier: ${licenses[license]}\n` : '';
  return copyright + identifier;
}

/** A text of the user's as a header: made a comment if it is none, with the year in place of YEAR. */
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
    if (end === -1) throw new UserError(notAComment(file, 'its comment is not closed', 'end it with */'));
    if (end !== whole.length - 2)
      throw new UserError(notAComment(file, 'something follows its comment', 'nothing may stand after */'));
    return `${whole}\n`;
  }
  if (lines.every((line) => line.startsWith('//'))) return `${whole}\n`;
  return lines.map((line) => `${`// ${line}`.trimEnd()}\n`).join('');
}

/** The file with the header above it, unless it has one already, perhaps of its own. */
export function withHeader(path: string, content: string, header: string): string {
  return hasOwnHeader(content) ? content : underHeader(path, content, header);
}

/** The same, whatever the file begins with. */
export function underHeader(path: string, content: string, header: string): string {
  if (header === '' || !path.endsWith('.ts') || content.startsWith(header)) return content;
  return `${header}\n${content}`;
}

/** Whether the first comment says whose the file is. */
export function hasOwnHeader(text: string): boolean {
  return /^(\/\/.*|\/\*((?!\*\/)[^])*?)(copyright|SPDX-)/i.test(text);
}

function notAComment(file: string, reason: string, hint: string): Diagnostic {
  return invalidLicenseHeader({
    message: `${file} cannot be the header of a source file: ${reason}`,
    hint,
    place: wholeFile(file),
  });
}
