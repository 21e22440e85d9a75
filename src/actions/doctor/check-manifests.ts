import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { deepEqual } from '@opgen/rules/json';
import { compareAllDefinitions } from '../../manifests/compare/compare-definitions.ts';
import type { AnyObject } from '../deployment/kubernetes-objects.ts';
import { type Finding, ok, problem } from './finding.ts';
import type { LiveObjects } from './live-objects.ts';

type Definition = CustomResourceDefinition & AnyObject;

interface Established {
  status?: { conditions?: readonly { type: string; status: string; message?: string }[] };
}

/** The CRDs in the cluster, against those of the project. */
export function checkDefinitions(objects: readonly AnyObject[], live: LiveObjects): Finding[] {
  const definitions = objects.filter(({ kind }) => kind === 'CustomResourceDefinition') as Definition[];
  return definitions.map((definition) => {
    const { name } = definition.metadata;
    const found = live.find(definition);
    const check = 'crds';
    if (found === undefined) return problem(check, `CRD ${name} is not in the cluster`, 'run make install');
    const failed = (found as Established).status?.conditions?.find(
      ({ status, type }) => status === 'False' && (type === 'Established' || type === 'NamesAccepted'),
    );
    if (failed !== undefined)
      return problem(
        check,
        `CRD ${name} is not served: ${failed.message ?? failed.type}`,
        'delete the CRD that has the same names, or rename the kind',
      );
    const [first, ...more] = compareAllDefinitions([found], [definition]);
    if (first === undefined) return ok(check, `CRD ${name}`);
    const where = [first.version ?? '', first.path].filter((part) => part !== '').join(' ');
    const others = more.length === 0 ? '' : `, and ${more.length} more changes`;
    return problem(
      check,
      `CRD ${name} in the cluster differs from the project: ${where === '' ? '' : `${where}: `}${first.message}${others}`,
      'see opgen crd diff cluster: config/crd/bases, and run make install',
    );
  });
}

interface Role extends AnyObject {
  readonly rules?: readonly unknown[];
  readonly roleRef?: unknown;
  readonly subjects?: readonly unknown[];
}

const permissionKinds = new Set([
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'ServiceAccount',
]);

/** The permissions of the operator in the cluster, against those of the project. */
export function checkPermissions(objects: readonly AnyObject[], live: LiveObjects): Finding[] {
  const check = 'rbac';
  const wanted = objects.filter(({ kind }) => permissionKinds.has(kind)) as Role[];
  const findings = wanted.flatMap((role): Finding[] => {
    const { kind, metadata } = role;
    const found = live.find(role);
    if (found === undefined)
      return [problem(check, `${kind} ${metadata.name} is not in the cluster`, 'run make deploy')];
    const differs = (['rules', 'roleRef', 'subjects'] as const).find(
      (field) => role[field] !== undefined && !deepEqual(role[field] as never, found[field] as never),
    );
    if (differs === undefined) return [];
    const message = `${kind} ${metadata.name} in the cluster has other ${differs} than the project`;
    return [problem(check, message, 'run make deploy, which applies config/rbac')];
  });
  return findings.length > 0 || wanted.length === 0 ? findings : [ok(check, `${wanted.length} objects`)];
}
