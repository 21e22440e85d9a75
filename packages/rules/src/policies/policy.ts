import type { MatchCondition } from '../admission/match-condition.ts';
import type { LabelSelector } from '../selectors/label-selector.ts';
import type { RuleWithOperations } from '../webhooks/webhook-configuration.ts';

/** Which requests a policy or a binding applies to. The API server sets defaults for the optional fields. */
export interface MatchResources {
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[];
  readonly matchPolicy?: 'Exact' | 'Equivalent';
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly resourceRules?: readonly NamedRuleWithOperations[];
}

/** A rule for objects of some names, or of all. */
export interface NamedRuleWithOperations extends RuleWithOperations {
  readonly resourceNames?: readonly string[];
}

/** The kind of the params of a policy. */
export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The params of a binding: an object by its name, or those that a selector matches. */
export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly parameterNotFoundAction?: 'Allow' | 'Deny';
  readonly selector?: LabelSelector;
}

/** An expression that others of the policy read as `variables.<name>`. */
export interface Variable {
  readonly name: string;
  readonly expression: string;
}

/** What policies of both kinds specify. */
export interface PolicySpec {
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly matchConditions?: readonly MatchCondition[];
  readonly matchConstraints?: MatchResources;
  readonly paramKind?: ParamKind;
  readonly variables?: readonly Variable[];
}

/** A `ValidatingAdmissionPolicy` of `admissionregistration.k8s.io/v1`. */
export interface ValidatingAdmissionPolicy {
  readonly metadata: { readonly name: string };
  readonly spec: PolicySpec & {
    readonly auditAnnotations?: readonly AuditAnnotation[];
    readonly validations?: readonly Validation[];
  };
}

/** An expression that must be true. */
export interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

/** An expression whose value the audit log contains. */
export interface AuditAnnotation {
  readonly key: string;
  readonly valueExpression: string;
}

/** A `MutatingAdmissionPolicy` of `admissionregistration.k8s.io/v1`. */
export interface MutatingAdmissionPolicy {
  readonly metadata: { readonly name: string };
  readonly spec: PolicySpec & {
    readonly mutations?: readonly Mutation[];
    readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
  };
}

/** An expression that returns a change of the object. */
export interface Mutation {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch';
  readonly applyConfiguration?: { readonly expression: string };
  readonly jsonPatch?: { readonly expression: string };
}

/** A `ValidatingAdmissionPolicyBinding` or a `MutatingAdmissionPolicyBinding`. */
export interface PolicyBinding {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly matchResources?: MatchResources;
    readonly paramRef?: ParamRef;
    readonly policyName: string;
    /** Only of a `ValidatingAdmissionPolicyBinding`. */
    readonly validationActions?: readonly ('Audit' | 'Deny' | 'Warn')[];
  };
}
