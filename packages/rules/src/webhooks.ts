export { type ClientConfig } from './webhooks/client-config.ts';
export { judge, type MatchCondition, problemsOfCondition } from './webhooks/match-conditions.ts';
