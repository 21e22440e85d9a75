import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { Rounds } from './rounds.ts';

/** Runs the work of a command and keeps its outcome for the reporter. */
export type Deliver = (work: (progress: Progress, rounds: Rounds) => Promise<Outcome>) => Promise<void>;
