import { type CustomResource, defineKind } from '@opgen/runtime';

interface MemcachedSpec {
  size: number;
  image?: string;
  mode?: 'Cache' | 'Store';
  ports?: { name: string; port: number }[];
  labels?: Record<string, string>;
}

export interface Memcached extends CustomResource<MemcachedSpec, { ready?: boolean }> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}
export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

export interface MemcachedV2 extends CustomResource<
  Omit<MemcachedSpec, 'size'> & { replicas: number },
  { ready?: boolean }
> {
  apiVersion: 'cache.example.com/v2';
  kind: 'Memcached';
}
export const MemcachedV2 = defineKind<MemcachedV2>({
  apiVersion: 'cache.example.com/v2',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

const shared = {
  image: { type: 'string', pattern: '^[a-z]+(/[a-z0-9-]+)*:[0-9]+\\.[0-9]{1,2}$' },
  mode: { type: 'string', enum: ['Cache', 'Store'], default: 'Cache' },
  ports: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: {
      type: 'object',
      required: ['name', 'port'],
      properties: { name: { type: 'string', maxLength: 15 }, port: { type: 'integer', minimum: 1024 } },
    },
  },
  labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 63 } },
};
const size = { type: 'integer', format: 'int32', minimum: 1, maximum: 5 };

function version(name: string, count: string): object {
  const spec = { type: 'object', required: [count], properties: { ...shared, [count]: size } };
  const status = { type: 'object', properties: { ready: { type: 'boolean' } } };
  return {
    name,
    served: true,
    storage: name === 'v1',
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: 'object', required: ['spec'], properties: { spec, status } } },
  };
}

export const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'memcacheds.cache.example.com' },
  spec: {
    group: 'cache.example.com',
    scope: 'Namespaced',
    names: { kind: 'Memcached', plural: 'memcacheds' },
    versions: [version('v1', 'size'), version('v2', 'replicas')],
  },
};
