import type { WritingFlags } from './common-options.ts';
import type { Progress } from './progress.ts';
import type { Rounds } from './rounds.ts';
import type { Session } from './session.ts';
import type { WhichFiles } from './up-to-date.ts';

export interface ManifestsFlags extends WritingFlags, WhichFiles {
  check?: boolean;
  watch?: boolean;
  stdout?: boolean;
  force?: boolean;
  cache: boolean;
}

/** What was asked of `opgen manifests`, and with what it works. */
export interface ManifestsRun {
  session: Session;
  progress: Progress;
  rounds: Rounds;
  flags: ManifestsFlags;
}
