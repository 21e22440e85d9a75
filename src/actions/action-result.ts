import type { Diagnostic } from '../diagnostics.ts';

/** What an action achieved. Actions return it or throw a `UserError`; only the command line prints. */
export interface ActionResult {
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
