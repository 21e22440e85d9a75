import type { Diagnostic } from '../diagnostics.ts';

/** What a command has to say when it did not fail. Commands return it; only the reporter prints. */
export interface Outcome {
  /** For people, on stdout. */
  text: string;
  /** For programs, under `data` of `--json`. */
  data: unknown;
  /** Files that were written, or would be with `--dry-run`. */
  changed?: readonly ChangedFile[];
  diagnostics?: readonly Diagnostic[];
  /** A check found something: exit code 3. */
  found?: boolean;
}

export interface ChangedFile {
  path: string;
  action: 'create' | 'update' | 'replace' | 'delete';
}

export const exitCodes = { ok: 0, userError: 1, ourFault: 2, found: 3, interrupted: 130 } as const;
