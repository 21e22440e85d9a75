export { type Place, type Problem } from './source/problem.ts';
export { parse, type ParseResult } from './syntax/parse.ts';
export { type RuleSchema, type ValidationRule } from './schema/rule-schema.ts';
export { type FieldFailure } from './rules/field-failure.ts';
export { checkRule, type CheckRuleOptions, type RuleCheck } from './rules/check-rule.ts';
export { checkSchemaRules, checkSchemaRuleTexts } from './rules/check-schema-rules.ts';
export { checkCustomResourceDefinitionRules, type RuledDefinition } from './rules/check-definition.ts';
export { largestRuleCost, largestSchemaCost } from './rules/limits.ts';
export { type RuleOutcome, RuleValidator } from './rules/rule-validator.ts';
