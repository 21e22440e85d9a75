// Schedules: cron schedules, the run that is due, and the old runs to prune.
export {
  type ConcurrencyPolicy,
  decideRun,
  type RunDecision,
  type RunDecisionOptions,
  runName,
} from '../schedule/concurrency.ts';
export { dueRun, type DueRun, type DueRunOptions } from '../schedule/due-run.ts';
export { type HistoryLimits, runsToPrune } from '../schedule/history.ts';
export { Schedule, type ScheduleOptions } from '../schedule/schedule.ts';
