import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import type { Run } from '@opgen/runtime/runs';
import { type CustomResource, defineKind } from '@opgen/runtime';
import type { TestCluster } from '@opgen/testing';

/** The manifests of a project with one kind. */
export const shopProject = {
  'config/crd/bases/shops.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: shops.example.com
spec:
  group: example.com
  names: { kind: Shop, listKind: ShopList, plural: shops, singular: shop }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                replicas: { type: integer, minimum: 0, maximum: 5 }
            status:
              type: object
              x-kubernetes-preserve-unknown-fields: true
`,
  'config/rbac/role.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: manager-role
rules:
  - apiGroups: [apps]
    resources: [deployments]
    verbs: [get, list, watch, create, patch]
  - apiGroups: ['']
    resources: [secrets]
    verbs: [get, list, watch]
`,
};

interface Shop extends CustomResource<{ replicas: number }, { message?: string }> {
  apiVersion: 'example.com/v1';
  kind: 'Shop';
}
export const Shop = defineKind<Shop>({
  apiVersion: 'example.com/v1',
  kind: 'Shop',
  plural: 'shops',
  scope: 'Namespaced',
});

/** A Shop and its Deployment, as an operator would create it. */
export async function createShop(
  { client }: TestCluster,
  { replicas, name = 'web' }: { replicas: number; name?: string },
): Promise<void> {
  const metadata = { name, namespace: 'default' };
  const shop = await client.create(Shop, { metadata, spec: { replicas } });
  const labels = { app: name };
  const owner = {
    apiVersion: shop.apiVersion,
    kind: shop.kind,
    name,
    uid: shop.metadata.uid,
    controller: true,
  };
  await client.create(Deployment, {
    metadata: { ...metadata, ownerReferences: [owner] },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: 'registry.example.com/web:1' }] },
      },
    },
  });
}

/** Twelve reconciles that ended just now, each of which changes the status of a Shop back. */
export function hotLoop(): Run[] {
  const end = Date.now();
  const object = { namespace: 'default', name: 'web' };
  return Array.from({ length: 12 }, (_, index) => {
    const [old, now] = index % 2 === 0 ? ['red', 'blue'] : ['blue', 'red'];
    const changes = [{ path: '.status.color', old, new: now }];
    const resource = { group: 'example.com', resource: 'shops', subresource: 'status' };
    return {
      id: '',
      controller: 'shop',
      kind: 'Shop',
      object,
      causes: [
        { event: 'updated', kind: 'Shop', object, changes: [{ path: '.status.color', old: now, new: old }] },
      ],
      waited: 1,
      started: new Date(end - (12 - index) * 100).toISOString(),
      duration: 20,
      result: 'done',
      calls: [{ verb: 'patch', ...resource, ...object, status: 200, duration: 3, changes }],
    };
  });
}
