import type { Diagnostic } from '../diagnostics.ts';
import type { Role, RoleBinding } from '../kubernetes/role.ts';
import { rbac, type RbacMarker } from '../markers/definitions/rbac.ts';
import { isMarker, type Marker, placeOfArgument } from '../markers/marker.ts';
import { roleInTwoFiles, roleLeavesNamespace } from './diagnostics.ts';
import { checkPermissions, isValidPermission, type PermissionContext } from './check-permissions.ts';
import { groupsOf, policyRules, type Rule, sorted } from './policy-rules.ts';
import { managerBinding, managerElsewhere } from './role-binding.ts';

export interface RoleContext extends PermissionContext {
  /** The name of the operator; undefined without a PROJECT. */
  name: string | undefined;
  /** The namespace in which the operator runs; undefined without a PROJECT. */
  namespace: string | undefined;
  /** Whether kustomize moves the Roles in a file to the operator's namespace. */
  isMoved: (file: string) => boolean;
}

const managerRole = 'manager-role';
const managerFile = 'role.yaml';

/** kustomize replaces this namespace with the operator's namespace. */
const ownNamespace = 'system';

interface RoleDraft {
  /** Empty for a ClusterRole. */
  namespace: string;
  name: string;
  fileName?: string;
  rules: Rule[];
  /** The first marker of the role. */
  marker?: RbacMarker;
}

/**
 * The roles of the rbac markers, and their bindings to the manager's service account, by file.
 *
 * The manager's own role is written even if it has no rules, because the project template contains its binding.
 */
export function roles(markers: readonly Marker[], context: RoleContext): Map<string, (Role | RoleBinding)[]> {
  const permissions = markers
    .filter((marker): marker is RbacMarker => isMarker(marker, rbac))
    .filter((marker) => isValidPermission(marker, context));
  context.problems.push(...checkPermissions(permissions, context));
  const own = context.namespaced ? ownNamespace : '';
  const files = new Map<string, (Role | RoleBinding)[]>();
  const bindings = new Map<string, RoleBinding[]>();
  for (const draft of drafts(permissions, own, context)) {
    const file = draft.fileName ?? managerFile;
    const role = roleOf(draft);
    files.set(file, [...(files.get(file) ?? []), role]);
    const isElsewhere = !['', ownNamespace].includes(draft.namespace);
    if (isElsewhere && context.isMoved(file)) context.problems.push(moved(draft));
    if (draft.name === managerRole && draft.namespace === own) continue;
    const subject = isElsewhere ? managerElsewhere(context.name) : undefined;
    bindings.set(file, [...(bindings.get(file) ?? []), managerBinding(role, subject)]);
  }
  for (const [file, ofRoles] of bindings) files.set(file, [...(files.get(file) ?? []), ...ofRoles]);
  return files;
}

/** ClusterRoles first, then by namespace and name. */
function drafts(permissions: readonly RbacMarker[], own: string, context: RoleContext): RoleDraft[] {
  const byKey = new Map<string, RoleDraft>();
  byKey.set(`${own} ${managerRole}`, { namespace: own, name: managerRole, rules: [] });
  for (const marker of permissions) {
    const { fileName, namespace: written = own, roleName: name = managerRole } = marker.value;
    const namespace = written === context.namespace ? ownNamespace : written;
    const key = `${namespace} ${name}`;
    const draft = byKey.get(key) ?? { namespace, name, rules: [], marker };
    if (fileName !== undefined && draft.fileName !== undefined && draft.fileName !== fileName) {
      context.problems.push(
        roleInTwoFiles({
          message: `role "${name}" would be written to both ${draft.fileName} and ${fileName}`,
          hint: 'use one fileName for the role, or a different roleName for each file',
          place: marker.argumentPlaces.get('fileName') ?? marker.place,
        }),
      );
    }
    if (fileName !== undefined) draft.fileName ??= fileName;
    draft.rules.push(...rulesOf(marker));
    byKey.set(key, draft);
  }
  return [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key) ?? []);
}

function moved({ marker, name, namespace }: RoleDraft): Diagnostic {
  const place = marker && placeOfArgument(marker, 'namespace');
  return roleLeavesNamespace({
    message: `kustomize moves role "${name}" from namespace ${namespace} to the namespace of the operator`,
    hint: 'add a fileName that config/rbac/kustomization.yaml does not list, and apply that file separately',
    place,
  });
}

function roleOf({ name, namespace, rules }: RoleDraft): Role {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === '' ? 'ClusterRole' : 'Role',
    metadata: namespace === '' ? { name } : { name, namespace },
    rules: policyRules(rules),
  };
}

function rulesOf({ value }: RbacMarker): Rule[] {
  const rule: Rule = {
    apiGroups: sorted(groupsOf(value.groups)),
    resources: [],
    resourceNames: sorted(value.resourceNames ?? []),
    nonResourceURLs: sorted(value.urls ?? []),
    verbs: sorted(value.verbs),
  };
  return value.resources === undefined
    ? [rule]
    : value.resources.map((resource) => ({ ...rule, resources: [resource] }));
}
