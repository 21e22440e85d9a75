import type { Diagnostic } from '../diagnostics.ts';
import type { Progress } from './progress.ts';
import type { Rounds } from './rounds.ts';

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
  action: 'create' | 'overwrite' | 'delete';
}

export const exitCodes = { ok: 0, userError: 1, ourFault: 2, found: 3, interrupted: 130 } as const;

/** Runs the work of a command and keeps its outcome for the reporter. */
export type Deliver = (work: (progress: Progress, rounds: Rounds) => Promise<Outcome>) => Promise<void>;
