import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifestsOf } from './project.ts';

/**
 * What controller-gen emits for kubebuilder's Memcached sample, without descriptions. Its Go fields: `Size *int32` with
 * default 1, minimum 0 and +optional; `ContainerPort int32`, required; `Conditions []metav1.Condition`, a map by type.
 *
 * One difference remains, in other types: controller-gen requires a field with `+default` that its type does not omit,
 * and opgen does not. The API server sets defaults before it validates, so both accept the same objects.
 */
const expected = {
  group: 'example.com.testproject.org',
  names: { kind: 'Memcached', listKind: 'MemcachedList', plural: 'memcacheds', singular: 'memcached' },
  scope: 'Namespaced',
  versions: [
    {
      name: 'v1alpha1',
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            apiVersion: { type: 'string' },
            kind: { type: 'string' },
            metadata: { type: 'object' },
            spec: {
              type: 'object',
              properties: {
                containerPort: { type: 'integer', format: 'int32' },
                size: { type: 'integer', format: 'int32', default: 1, minimum: 0 },
              },
              required: ['containerPort'],
            },
            status: {
              type: 'object',
              properties: {
                conditions: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      lastTransitionTime: { type: 'string', format: 'date-time' },
                      message: { type: 'string', maxLength: 32768 },
                      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
                      reason: {
                        type: 'string',
                        minLength: 1,
                        maxLength: 1024,
                        pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
                      },
                      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
                      type: {
                        type: 'string',
                        maxLength: 316,
                        pattern:
                          '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
                      },
                    },
                    required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
                  },
                  'x-kubernetes-list-map-keys': ['type'],
                  'x-kubernetes-list-type': 'map',
                },
              },
            },
          },
          required: ['spec'],
        },
      },
      served: true,
      storage: true,
      subresources: { status: {} },
    },
  ],
};

test("generates the same CRD for kubebuilder's Memcached as controller-gen", async () => {
  const { files, diagnostics } = await manifestsOf({
    'src/api/v1alpha1/memcached.ts': `
import { type Condition, type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

export interface MemcachedSpec {
  /** size defines the number of Memcached instances */
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=0
  // +optional
  size?: Int32;

  // containerPort defines the port that will be used to init the container with the image
  // +required
  containerPort: Int32;
}

export interface MemcachedStatus {
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

// Memcached is the Schema for the memcacheds API
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  apiVersion: 'example.com.testproject.org/v1alpha1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'example.com.testproject.org/v1alpha1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
`,
  });
  expect(diagnostics).toEqual([]);
  expect(withoutProse(parse(files[0]?.content ?? '').spec)).toEqual(expected);
});

function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => key !== 'description' || typeof item !== 'string',
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutProse(item)]));
}
