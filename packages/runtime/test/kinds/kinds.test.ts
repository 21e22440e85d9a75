import { describe, expect, expectTypeOf, it } from 'vitest';
import { Deployment, StatefulSet } from '../../src/kinds/apps/v1.ts';
import { CustomResourceDefinition, type JSONSchemaProps } from '../../src/kinds/apiextensions/v1.ts';
import { Lease } from '../../src/kinds/coordination/v1.ts';
import { Endpoints, Secret, Service, type ServicePort } from '../../src/kinds/core/v1.ts';
import { NetworkPolicy } from '../../src/kinds/networking/v1.ts';
import { ClusterRole, type PolicyRule } from '../../src/kinds/rbac/v1.ts';
import type { New } from '../../src/objects/desired.ts';
import type { Kind } from '../../src/objects/kind.ts';
import type { Base64, IntOrString, Int32, MicroTime } from '../../src/objects/scalars.ts';

describe('a built-in kind', () => {
  it.each<[Kind, string, string, string, string]>([
    [Deployment, 'apps', 'v1', 'deployments', 'Namespaced'],
    [Service, '', 'v1', 'services', 'Namespaced'],
    [Endpoints, '', 'v1', 'endpoints', 'Namespaced'],
    [NetworkPolicy, 'networking.k8s.io', 'v1', 'networkpolicies', 'Namespaced'],
    [ClusterRole, 'rbac.authorization.k8s.io', 'v1', 'clusterroles', 'Cluster'],
    [CustomResourceDefinition, 'apiextensions.k8s.io', 'v1', 'customresourcedefinitions', 'Cluster'],
    [Lease, 'coordination.k8s.io', 'v1', 'leases', 'Namespaced'],
  ])('$kind has the group, version, plural and scope of the API', (kind, group, version, plural, scope) => {
    expect(kind).toMatchObject({ group, version, plural, scope });
  });

  it('has the fields of the API with their JSON types', () => {
    expectTypeOf<ServicePort['port']>().toEqualTypeOf<Int32>();
    expectTypeOf<ServicePort['targetPort']>().toEqualTypeOf<IntOrString | undefined>();
    expectTypeOf<Secret['data']>().toEqualTypeOf<Record<string, Base64> | undefined>();
    expectTypeOf<NonNullable<Lease['spec']>['renewTime']>().toEqualTypeOf<MicroTime | undefined>();
    expectTypeOf<PolicyRule['verbs']>().toEqualTypeOf<string[]>();
    expectTypeOf<JSONSchemaProps['items']>().toEqualTypeOf<JSONSchemaProps | JSONSchemaProps[] | undefined>();
  });

  it('always has a spec, and an optional status', () => {
    expectTypeOf<Deployment['spec']['template']['spec']['containers']>().toBeArray();
    expectTypeOf<Deployment['status']>().extract<undefined>().toEqualTypeOf<undefined>();
  });

  it('does not require the fields of stored objects in a template', () => {
    type Template = NonNullable<StatefulSet['spec']['volumeClaimTemplates']>[number];
    expectTypeOf<{ metadata: { name: string }; spec: object }>().toExtend<Template>();
    expectTypeOf<{
      metadata: { name: string };
      spec: { selector: object; template: { spec: { containers: [] } } };
    }>().toExtend<New<Deployment>>();
  });
});
