import type { PolicyRule } from '@opgen/testing';
import type { Manifest } from '../project-manifests.ts';

/** A role, a binding, or another object of config/rbac. */
export interface RoleManifest extends Manifest {
  readonly rules?: readonly PolicyRule[];
  readonly roleRef?: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly {
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
  }[];
}

/** A role that is bound to a ServiceAccount. */
export interface BoundRole {
  readonly kind: string;
  readonly name: string;
  /** Where the binding grants it; undefined for all namespaces. */
  readonly namespace?: string;
  readonly rules: readonly PolicyRule[];
}

/** The roles of a ServiceAccount. A role that the manifests do not contain has no rules. */
export function boundRoles(
  manifests: readonly RoleManifest[],
  account: { readonly name: string; readonly namespace: string },
): BoundRole[] {
  return manifests.flatMap(({ kind, metadata, roleRef, subjects = [] }) => {
    const isBound = subjects.some(
      (each) =>
        each.kind === 'ServiceAccount' && each.name === account.name && each.namespace === account.namespace,
    );
    if (roleRef === undefined || !isBound) return [];
    const namespace = kind === 'RoleBinding' ? metadata.namespace : undefined;
    const role = manifests.find(
      (each) =>
        each.kind === roleRef.kind &&
        each.metadata.name === roleRef.name &&
        (each.kind === 'ClusterRole' || each.metadata.namespace === namespace),
    );
    return {
      kind: roleRef.kind,
      name: roleRef.name,
      ...(namespace !== undefined && { namespace }),
      rules: role?.rules ?? [],
    };
  });
}
