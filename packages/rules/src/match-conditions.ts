export { judge, type Judgement, problemsOfCondition } from './webhooks/match-conditions.ts';
