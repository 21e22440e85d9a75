export { judge, type Judgement, problemsOfCondition } from './admission/match-conditions.ts';
export { type AdmissionInputs } from './admission/evaluation.ts';
export { type AccessCheck, type AccessDecision, type Authorize } from './cel/libraries/access-check.ts';
