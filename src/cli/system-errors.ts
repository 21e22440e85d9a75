import type { Diagnostic } from '../diagnostics.ts';

/** What the operating system refuses, and what the user can do about it. */
const refusals: Readonly<Record<string, { message: string; hint: string }>> = {
  EACCES: { message: 'permission denied', hint: 'change the permissions, or run as the user who owns it' },
  EPERM: {
    message: 'operation not permitted',
    hint: 'change the permissions, or run as the user who owns it',
  },
  EROFS: { message: 'the file system is read-only', hint: 'work in a folder that can be written' },
  ENOSPC: { message: 'the disk is full', hint: 'make room and repeat the command' },
  EDQUOT: { message: 'the disk quota is used up', hint: 'make room and repeat the command' },
  EMFILE: { message: 'too many open files', hint: 'raise the limit: ulimit -n' },
  ELOOP: { message: 'links lead in a circle', hint: 'mend the link' },
  ENAMETOOLONG: { message: 'the path is too long', hint: 'use a shorter folder' },
};

/** The error in our words if the machine is the cause; nothing if it is none of these, and so ours. */
export function systemDiagnostic(error: unknown): Diagnostic[] | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const refusal = error instanceof Error ? refusals[code] : undefined;
  if (refusal === undefined) return undefined;
  const where = path === undefined ? '' : `${path}: `;
  return [{ code: 'OPG4007', severity: 'error', message: `${where}${refusal.message}`, hint: refusal.hint }];
}
