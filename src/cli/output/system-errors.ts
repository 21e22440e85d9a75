import type { Diagnostic } from '../../diagnostics.ts';
import { systemError } from '../diagnostics.ts';

/** Errors of the operating system, and what the user can do about them. */
const refusals: Readonly<Record<string, { message: string; hint: string }>> = {
  EACCES: { message: 'permission denied', hint: 'change the permissions, or run opgen as the owner' },
  EPERM: {
    message: 'operation not permitted',
    hint: 'change the permissions, or run opgen as the owner',
  },
  EROFS: { message: 'read-only file system', hint: 'use a writable folder' },
  ENOSPC: { message: 'no space left on device', hint: 'free some space and run the command again' },
  EDQUOT: { message: 'disk quota exceeded', hint: 'free some space and run the command again' },
  EMFILE: { message: 'too many open files', hint: 'raise the limit: ulimit -n' },
  ELOOP: { message: 'too many levels of symbolic links', hint: 'fix the link' },
  ENAMETOOLONG: { message: 'file name too long', hint: 'move the project to a shorter path' },
};

/** The diagnostic of an error of the operating system; nothing for any other error, which is a bug. */
export function systemDiagnostic(error: unknown): Diagnostic[] | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const refusal = error instanceof Error ? refusals[code] : undefined;
  if (refusal === undefined) return undefined;
  const where = path === undefined ? '' : `${path}: `;
  return [systemError({ message: `${where}${refusal.message}`, hint: refusal.hint })];
}
