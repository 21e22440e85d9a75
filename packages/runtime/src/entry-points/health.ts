// Health: whether an object is healthy, according to its status.
export { healthByCondition, healthOf, healthOfAll, isHealthy } from '../health/health.ts';
export { failed, healthy, type Health, progressing } from '../health/health-state.ts';
