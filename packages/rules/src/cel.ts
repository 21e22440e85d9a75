export { checkRule, type CheckRuleOptions, type RuleCheck } from './cel/rules/check-rule.ts';
export { checkSchemaRules, checkSchemaRuleTexts } from './cel/rules/check-schema-rules.ts';
export { type FieldFailure } from './cel/rules/field-failure.ts';
export { largestRuleCost, largestSchemaCost } from './cel/rules/limits.ts';
export { type RuleOutcome, RuleValidator } from './cel/rules/rule-validator.ts';
export { type Place, type Problem } from './cel/source/problem.ts';
export { parse, type ParseResult } from './cel/syntax/parse.ts';
export { evaluateRules } from './schema/cel-rules.ts';
