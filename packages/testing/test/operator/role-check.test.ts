import { controllerReference } from '@opgen/runtime';
import { ConfigMap, Secret } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { matchesRole } from '../../src/operator/role-check.ts';
import { operator, Site } from './support/site-operator.ts';

const scenario = operator([ConfigMap], async ({ client }, site) => {
  const { name, namespace } = site.metadata;
  const metadata = { name, namespace, ownerReferences: [controllerReference(site)] };
  await client.apply(ConfigMap, { metadata, data: { text: site.spec.text } });
  await client.find(Secret, { name: 'password', namespace: 'default' });
  await client.patchStatus(Site, site, { page: name });
});

const group = 'scenarios.example.com';
const reads = ['get', 'list', 'watch'];
const sites = { apiGroups: [group], resources: ['sites'], verbs: reads };
const status = { apiGroups: [group], resources: ['sites/status'], verbs: ['get', 'patch'] };
const finalizers = { apiGroups: [group], resources: ['sites/finalizers'], verbs: ['update'] };
const configMaps = { apiGroups: [''], resources: ['configmaps'], verbs: [...reads, 'create', 'patch'] };
const secrets = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const needed = [sites, status, finalizers, configMaps, secrets];

function role(rules: readonly object[], metadata = {}): object {
  const kind = 'namespace' in metadata ? 'Role' : 'ClusterRole';
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata: { name: 'manager-role', ...metadata },
    rules,
  };
}

test('a role with the permissions that the operator uses passes', async () => {
  await matchesRole({ ...scenario, role: role(needed) });
  await matchesRole({ ...scenario, role: role(needed, { namespace: 'system' }) });
});

test('a missing permission is named with its marker, its namespace and its controller', async () => {
  const rules = [sites, finalizers, { ...configMaps, verbs: reads }, secrets];
  await expect(matchesRole({ ...scenario, role: role(rules) })).rejects.toThrow(
    [
      'the role lacks permissions: add these markers above the reconciler and run `opgen manifests`',
      '  // +rbac:groups=core,resources=configmaps,verbs=patch;create',
      '    used in default by controller site',
      '  // +rbac:groups=scenarios.example.com,resources=sites/status,verbs=patch',
      '    used in default by controller site',
    ].join('\n'),
  );
});

test('a Role grants nothing in other namespaces', async () => {
  const roles = [role([sites, status, finalizers, configMaps]), role([secrets], { namespace: 'elsewhere' })];
  await expect(matchesRole({ ...scenario, role: roles })).rejects.toThrow(
    '// +rbac:groups=core,resources=secrets,verbs=get\n    used in default by controller site',
  );
});

test('a rule that no request used is named with its marker', async () => {
  const jobs = {
    apiGroups: ['batch'],
    resources: ['jobs', 'jobs/status'],
    verbs: ['get', 'create', 'delete'],
  };
  const wide = { ...configMaps, verbs: [...configMaps.verbs, 'delete'] };
  const unused = role([sites, status, finalizers, wide, secrets, jobs]);
  await expect(matchesRole({ ...scenario, role: unused })).rejects.toThrow(
    [
      'the role has rules that no request used: remove them from the markers, or name their resources in `mayBeUnused`',
      '  // +rbac:groups=core,resources=configmaps,verbs=delete',
      '  // +rbac:groups=batch,resources=jobs,verbs=get;create;delete',
      '  // +rbac:groups=batch,resources=jobs/status,verbs=get;create;delete',
    ].join('\n'),
  );
  await matchesRole({
    ...scenario,
    role: unused,
    mayBeUnused: ['configmaps', 'jobs.batch', 'jobs.batch/status'],
  });
  await matchesRole({ ...scenario, role: unused, isShared: true });
});

test('rules for verbs that are not requests are not judged', async () => {
  const impersonate = {
    apiGroups: [''],
    resources: ['users'],
    resourceNames: ['alice'],
    verbs: ['impersonate'],
  };
  await matchesRole({ ...scenario, role: role([...needed, impersonate]) });
});
