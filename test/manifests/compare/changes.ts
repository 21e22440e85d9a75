import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';

/** The parts of a definition; `stored` lists the versions that a cluster has ever stored. */
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
// Versions with equal schemas cannot have different selectable fields.
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

/** The changes of each pair of definitions; the API server rejects those that are `refused`. */
export const changes: readonly [
  title: string,
  before: DefinitionParts,
  after: DefinitionParts,
  change: string,
][] = [
  ['another scope', {}, { scope: 'Cluster' }, 'refused scope-changed'],
  ['another group', {}, { group: 'caches.example.com' }, 'refused names-changed'],
  ['another kind', {}, { names: { ...names, kind: 'Cache' } }, 'refused names-changed'],
  ['another plural', {}, { names: { ...names, plural: 'caches' } }, 'refused names-changed'],
  ['another list kind', {}, { names: { ...names, listKind: 'Memcacheds' } }, 'breaking other-name-changed'],
  ['another singular', {}, { names: { ...names, singular: 'mc' } }, 'breaking other-name-changed'],
  ['a short name', {}, { names: { ...names, shortNames: ['mc'] } }, 'safe short-name-added'],
  ['a removed short name', { names: { ...names, shortNames: ['mc'] } }, {}, 'caution short-name-removed'],
  ['a conversion', {}, { conversion: webhook }, 'safe conversion-added'],
  ['a removed conversion', { conversion: webhook }, {}, 'breaking conversion-removed'],
  ['a new version', { versions: [v1] }, {}, 'caution versions-differ, safe version-added v2'],
  [
    'a new version with a conversion',
    { versions: [v1], conversion: webhook },
    { conversion: webhook },
    'safe version-added v2',
  ],
  [
    'a new version with the same schema',
    { versions: [v1] },
    { versions: [v1, { ...v1, name: 'v2', storage: false }] },
    'safe version-added v2',
  ],
  ['a removed served version', {}, { versions: [v1] }, 'breaking version-removed v2'],
  ['a removed storage version', {}, { versions: [v2] }, 'refused stored-version-removed v1'],
  [
    'a removed unserved version',
    { versions: [v1, { ...v2, served: false }] },
    { versions: [v1] },
    'caution unserved-version-removed v2',
  ],
  [
    'a removed version that was stored before',
    { versions: [v1, { ...v2, served: false }], stored: ['v2', 'v1'] },
    { versions: [v1] },
    'refused stored-version-removed v2',
  ],
  ['a version that is no longer served', {}, withFirst({ served: false }), 'breaking version-not-served v1'],
  [
    'a version that becomes served',
    withFirst({ served: false }),
    {},
    'caution versions-differ, safe version-served v1',
  ],
  ['a deprecated version', {}, withFirst({ deprecated: true }), 'safe version-deprecated v1'],
  [
    'another storage version',
    {},
    {
      versions: [
        { ...v1, storage: false },
        { ...v2, storage: true },
      ],
    },
    'caution storage-moved v2',
  ],
  [
    'a removed status subresource',
    {},
    withFirst({ subresources: {} }),
    'breaking subresource-removed v1 .status',
  ],
  ['a new status subresource', withFirst({ subresources: {} }), {}, 'breaking status-added v1 .status'],
  [
    'a new scale subresource',
    {},
    withFirst({ subresources: { status: {}, scale } }),
    'safe scale-added v1 .scale',
  ],
  [
    'a removed scale subresource',
    withFirst({ subresources: { status: {}, scale } }),
    {},
    'breaking subresource-removed v1 .scale',
  ],
  [
    'a changed scale subresource',
    withFirst({ subresources: { status: {}, scale } }),
    withFirst({ subresources: { status: {}, scale: { ...scale, specReplicasPath: '.spec.count' } } }),
    'caution subresource-changed v1 .scale',
  ],
  [
    'a new selectable field',
    {},
    withFirst({ selectableFields: [{ jsonPath: '.spec.a' }] }),
    'safe selectable-field-added v1 .spec.a',
  ],
  [
    'a removed selectable field',
    withFirst({ selectableFields: [{ jsonPath: '.spec.a' }] }),
    {},
    'breaking selectable-field-removed v1 .spec.a',
  ],
  [
    'changed printer columns',
    {},
    withFirst({ additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a' }] }),
    'safe columns-changed v1',
  ],
  [
    'unknown fields that are now pruned',
    withFirst({
      schema: schema({ type: 'object', properties: fields, 'x-kubernetes-preserve-unknown-fields': true }),
    }),
    {},
    'caution versions-differ, breaking pruning-on v1 .spec',
  ],
  [
    'another schema',
    {},
    withFirst({ schema: { openAPIV3Schema: { type: 'object' } } }),
    'breaking field-removed v1 .spec',
  ],
];
