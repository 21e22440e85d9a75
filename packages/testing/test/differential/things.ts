import { installDefinition } from '../conformance/support/install-definition.ts';
import type { Target } from '../conformance/support/target.ts';
import { thingsGroup } from './kinds.ts';

const text = { type: 'string' };

const spec = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
    most: { type: 'integer', format: 'int32' },
    ratio: { type: 'number' },
    enabled: { type: 'boolean', default: false },
    color: { type: 'string', enum: ['red', 'green'] },
    word: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
    fixed: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'stays' }] },
    nullable: { type: 'string', nullable: true, default: 'some' },
    port: { 'x-kubernetes-int-or-string': true },
    replicas: { type: 'integer' },
    tags: { type: 'array', maxItems: 3, 'x-kubernetes-list-type': 'set', items: text },
    steps: { type: 'array', items: text },
    plain: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'object', properties: { a: text, b: text } },
    },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'protocol'],
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: text, port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
      },
    },
    quotas: { type: 'object', maxProperties: 2, additionalProperties: { type: 'integer' } },
    pair: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: text, b: text } },
    owner: {
      type: 'object',
      required: ['name'],
      properties: { name: text, team: { type: 'string', default: 'core' } },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: text } },
  },
  'x-kubernetes-validations': [
    { rule: '!has(self.most) || self.size <= self.most', message: 'size is too big' },
    { rule: 'has(self.fixed) || !has(oldSelf.fixed)', message: 'fixed stays' },
  ],
};

const status = {
  type: 'object',
  properties: {
    phase: text,
    replicas: { type: 'integer' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: { type: 'object', required: ['type'], properties: { type: text, status: text, reason: text } },
    },
  },
};

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${thingsGroup}` },
  spec: {
    group: thingsGroup,
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        selectableFields: [{ jsonPath: '.spec.color' }],
      },
    ],
  },
};

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Installs the kind Thing, whose schema uses all features of structural schemas. */
export function installThings(target: Target): Promise<void> {
  return installDefinition(target, definition);
}

/** The real server is shared with other tests. */
export async function removeThings(target: Target): Promise<void> {
  await target.request('DELETE', `${definitions}/${definition.metadata.name}`);
}
