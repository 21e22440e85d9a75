import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../../../src/kubernetes/custom-resource-definition.ts';
import type { JSONSchemaProps } from '../../../src/kubernetes/json-schema.ts';

/** What is said of a definition; `stored` are the versions that a cluster has ever stored. */
type DefinitionParts = Partial<CustomResourceDefinition['spec']> & { stored?: string[] };

const fields: Record<string, JSONSchemaProps> = { a: { type: 'string' } };

function schema(spec: JSONSchemaProps): NonNullable<CustomResourceDefinitionVersion['schema']> {
  return { openAPIV3Schema: { type: 'object', properties: { spec } } };
}

const v1: CustomResourceDefinitionVersion = {
  name: 'v1',
  served: true,
  storage: true,
  schema: schema({ type: 'object', properties: fields }),
  subresources: { status: {} },
};
// Versions with one schema could not differ in the fields that are selectable.
const v2: CustomResourceDefinitionVersion = {
  ...v1,
  name: 'v2',
  storage: false,
  schema: schema({ type: 'object', properties: { ...fields, b: { type: 'string' } } }),
};
const names = { kind: 'Memcached', listKind: 'MemcachedList', plural: 'memcacheds', singular: 'memcached' };
const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };

export function definition({ stored, ...change }: DefinitionParts = {}): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'memcacheds.cache.example.com' },
    spec: { group: 'cache.example.com', names, scope: 'Namespaced', versions: [v1, v2], ...change },
    ...(stored && { status: { storedVersions: stored } }),
  };
}

export const withFirst = (change: Partial<CustomResourceDefinitionVersion>): DefinitionParts => ({
  versions: [{ ...v1, ...change }, v2],
});
const webhook: CustomResourceConversion = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { service: { name: 'a', namespace: 'b', path: '/convert' } },
    conversionReviewVersions: ['v1'],
  },
};

/** Of each definition there is one change; `refused` are those that the API server does not take. */
export const changes: readonly [
  says: string,
  before: DefinitionParts,
  after: DefinitionParts,
  change: string,
][] = [
  ['another scope', {}, { scope: 'Cluster' }, 'refused scope-changed'],
  ['another group', {}, { group: 'caches.example.com' }, 'refused names-changed'],
  ['another kind', {}, { names: { ...names, kind: 'Cache' } }, 'refused names-changed'],
  ['another plural', {}, { names: { ...names, plural: 'caches' } }, 'refused names-changed'],
  ['another list', {}, { names: { ...names, listKind: 'Memcacheds' } }, 'breaking names-changed'],
  ['another singular', {}, { names: { ...names, singular: 'mc' } }, 'breaking names-changed'],
  ['a short name', {}, { names: { ...names, shortNames: ['mc'] } }, 'safe names-changed'],
  ['no short name', { names: { ...names, shortNames: ['mc'] } }, {}, 'caution names-changed'],
  ['a conversion', {}, { conversion: webhook }, 'safe conversion-changed'],
  ['no conversion', { conversion: webhook }, {}, 'breaking conversion-changed'],
  ['a new version', { versions: [v1] }, {}, 'safe version-added v2'],
  ['no version that was served', {}, { versions: [v1] }, 'breaking version-removed v2'],
  ['no version that was stored', {}, { versions: [v2] }, 'refused version-removed v1'],
  [
    'no version that nobody used',
    { versions: [v1, { ...v2, served: false }] },
    { versions: [v1] },
    'caution version-removed v2',
  ],
  [
    'no version that was stored once',
    { versions: [v1, { ...v2, served: false }], stored: ['v2', 'v1'] },
    { versions: [v1] },
    'refused version-removed v2',
  ],
  ['a version that is not served', {}, withFirst({ served: false }), 'breaking version-not-served v1'],
  ['a version that is served', withFirst({ served: false }), {}, 'safe version-served v1'],
  ['a deprecated version', {}, withFirst({ deprecated: true }), 'safe version-deprecated v1'],
  [
    'another version to store',
    {},
    {
      versions: [
        { ...v1, storage: false },
        { ...v2, storage: true },
      ],
    },
    'caution storage-moved v2',
  ],
  ['no status', {}, withFirst({ subresources: {} }), 'breaking subresource-removed v1 .status'],
  ['a status', withFirst({ subresources: {} }), {}, 'breaking subresource-added v1 .status'],
  ['a scale', {}, withFirst({ subresources: { status: {}, scale } }), 'safe subresource-added v1 .scale'],
  [
    'no scale',
    withFirst({ subresources: { status: {}, scale } }),
    {},
    'breaking subresource-removed v1 .scale',
  ],
  [
    'another scale',
    withFirst({ subresources: { status: {}, scale } }),
    withFirst({ subresources: { status: {}, scale: { ...scale, specReplicasPath: '.spec.count' } } }),
    'caution subresource-changed v1 .scale',
  ],
  [
    'a selectable field',
    {},
    withFirst({ selectableFields: [{ jsonPath: '.spec.a' }] }),
    'safe selectable-field-added v1 .spec.a',
  ],
  [
    'no selectable field',
    withFirst({ selectableFields: [{ jsonPath: '.spec.a' }] }),
    {},
    'breaking selectable-field-removed v1 .spec.a',
  ],
  [
    'other columns',
    {},
    withFirst({ additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a' }] }),
    'safe columns-changed v1',
  ],
  [
    'fields that are kept unknown no longer',
    withFirst({
      schema: schema({ type: 'object', properties: fields, 'x-kubernetes-preserve-unknown-fields': true }),
    }),
    {},
    'breaking pruning-on v1 .spec',
  ],
  [
    'another schema',
    {},
    withFirst({ schema: { openAPIV3Schema: { type: 'object' } } }),
    'breaking field-removed v1 .spec',
  ],
];
