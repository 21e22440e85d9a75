import type { LabelSelector } from '@opgen/runtime';

/** A rule: verbs on resources, or verbs on non-resource paths. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[] | undefined;
  /** `deployments`, `deployments/status`, `*`, or `*` with a subresource. */
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
  readonly nonResourceURLs?: readonly string[] | undefined;
}

/** A rule of a user, and the binding that grants it. */
export interface Grant {
  readonly rule: PolicyRule;
  readonly source: string;
}

interface Named {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

export interface Role extends Named {
  readonly rules?: readonly PolicyRule[];
  /** Only in ClusterRoles: the rules of the selected ClusterRoles are aggregated. */
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] };
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface RoleBinding extends Named {
  readonly subjects?: readonly Subject[];
  readonly roleRef: { readonly kind: string; readonly name: string };
}

/** All roles and bindings. */
export interface RbacPolicy {
  readonly roles: readonly Role[];
  readonly clusterRoles: readonly Role[];
  readonly roleBindings: readonly RoleBinding[];
  readonly clusterRoleBindings: readonly RoleBinding[];
}
