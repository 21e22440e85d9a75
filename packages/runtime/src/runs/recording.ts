import type { Run } from './run.ts';
import type { RunOrigins } from './run-origins.ts';

/** What controllers need to record their runs. */
export interface Recording {
  readonly origins: RunOrigins;
  /** Called with every run that has ended. */
  add(run: Run): void;
}
