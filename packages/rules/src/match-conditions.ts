export {
  judge,
  type Judgement,
  type MatchCondition,
  problemsOfCondition,
} from './webhooks/match-conditions.ts';
