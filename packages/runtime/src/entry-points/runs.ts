// Runs: the record of the last reconciles.
export { type FieldChange, fieldChanges } from '../runs/field-changes.ts';
export {
  isWrite,
  type Run,
  type RunCall,
  type RunCause,
  type RunError,
  type RunResult,
} from '../runs/run.ts';
export type { Runs, RunsOptions } from '../runs/runs.ts';

// Statistics: the load of controllers and caches.
export type {
  CacheStatistics,
  ControllerStatistics,
  DurationStatistics,
  Statistics,
} from '../statistics/statistics.ts';
