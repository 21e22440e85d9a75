export {
  type AuditAnnotation,
  type MatchResources,
  type MutatingAdmissionPolicy,
  type Mutation,
  type NamedRuleWithOperations,
  type ParamKind,
  type ParamRef,
  type PolicyBinding,
  type PolicySpec,
  type ValidatingAdmissionPolicy,
  type Validation,
  type Variable,
} from './policies/policy.ts';
export { type ExpressionWarning, typeCheck, type TypedKind } from './policies/type-check.ts';
export { MutatingPolicy, MutationError, type PolicyPatch } from './policies/mutating-policy.ts';
export { type PolicyVerdict, ValidatingPolicy, type Violation } from './policies/validating-policy.ts';
