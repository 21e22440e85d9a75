import { describe, expect, it } from 'vitest';
import {
  type CustomResourceDefinitionVersion,
  type CustomResourceDefinition,
  type CustomResourceDefinitionSpec,
  defaultCustomResourceDefinition,
} from '../../src/definitions/custom-resource-definition.ts';
import { fieldErrorText } from '../../src/field-errors.ts';
import type { Unvalidated } from '../../src/definitions/unvalidated.ts';
import type { JSONSchemaProps } from '../../src/schema/json-schema-props.ts';
import { validateCustomResourceDefinition } from '../../src/definitions/validate-custom-resource-definition.ts';

type Definition = Unvalidated<CustomResourceDefinition>;

function crd(
  spec: Unvalidated<CustomResourceDefinitionSpec> = {},
  version: Unvalidated<CustomResourceDefinitionVersion> = {},
): Definition {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } };
  return defaultCustomResourceDefinition({
    metadata: { name: 'memcacheds.cache.example.com' },
    spec: {
      group: 'cache.example.com',
      scope: 'Namespaced',
      names: { plural: 'memcacheds', kind: 'Memcached' },
      versions: [{ name: 'v1', served: true, storage: true, schema, ...version }],
      ...spec,
    },
  });
}

function withField(field: JSONSchemaProps): Definition {
  const openAPIV3Schema: JSONSchemaProps = { type: 'object', properties: { a: field } };
  return crd({}, { schema: { openAPIV3Schema } });
}

function problems(definition: Definition): string[] {
  return validateCustomResourceDefinition(definition).map(fieldErrorText);
}

describe('defaultCustomResourceDefinition', () => {
  it('fills in the names, the conversion and the stored version', () => {
    const { spec, status } = crd();
    expect(spec?.names).toEqual({
      plural: 'memcacheds',
      kind: 'Memcached',
      singular: 'memcached',
      listKind: 'MemcachedList',
    });
    expect(spec?.conversion).toEqual({ strategy: 'None' });
    expect(status).toEqual({ storedVersions: ['v1'] });
  });
});

describe('validateCustomResourceDefinition', () => {
  it('accepts a plain definition', () => {
    expect(problems(crd())).toEqual([]);
  });

  it.each([
    [
      'a group without a dot',
      crd({ group: 'cache' }),
      'spec.group: Invalid value: "cache": should be a domain with at least one dot',
    ],
    [
      'a name that does not fit',
      { ...crd(), metadata: { name: 'a.b' } },
      'metadata.name: Invalid value: "a.b": must be spec.names.plural+"."+spec.group',
    ],
    [
      'an unknown scope',
      crd({ scope: 'World' }),
      'spec.scope: Unsupported value: "World": supported values: "Cluster", "Namespaced"',
    ],
    [
      'a protected group without approval',
      crd({ group: 'x.k8s.io' }),
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
    [
      'preserveUnknownFields',
      crd({ preserveUnknownFields: true }),
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ],
    [
      'a version without a schema',
      crd({}, { schema: {} }),
      'spec.versions[0].schema.openAPIV3Schema: Required value',
    ],
    [
      'a column without a path',
      crd({}, { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'a' }] }),
      'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "a": must be a simple json path starting with .',
    ],
    [
      'a scale path elsewhere',
      crd({}, { subresources: { scale: { specReplicasPath: '.a', statusReplicasPath: '.status.n' } } }),
      'spec.subresources.scale.specReplicasPath: Invalid value: ".a": should be a json path under .spec',
    ],
    [
      'a field without a type',
      withField({}),
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
    ],
    [
      'a list without items',
      withField({ type: 'array' }),
      'spec.validation.openAPIV3Schema.properties[a].items: Required value: must be specified',
    ],
    [
      'uniqueItems',
      withField({ type: 'array', uniqueItems: true, items: { type: 'string' } }),
      'spec.validation.openAPIV3Schema.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
    [
      'a reference',
      withField({ type: 'object', $ref: '#/x' }),
      'spec.validation.openAPIV3Schema.properties[a].$ref: Forbidden: $ref is not supported',
    ],
    [
      'a type in a branch',
      withField({ type: 'string', anyOf: [{ type: 'string' }] }),
      'spec.validation.openAPIV3Schema.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
    ],
    [
      'a default that is invalid',
      withField({ type: 'integer', default: 'x' }),
      'spec.validation.openAPIV3Schema.properties[a].default: Invalid value: "string":  in body must be of type integer: "string"',
    ],
    [
      'a default that would be pruned',
      withField({ type: 'object', default: { b: 1 } }),
      'spec.validation.openAPIV3Schema.properties[a].default: Invalid value: {"b":1}: must not have unknown fields',
    ],
    [
      'a map-like list without keys',
      withField({ type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } }),
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
    [
      'a key that is neither required nor defaulted',
      withField({
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: { type: 'object', properties: { k: { type: 'string' } } },
      }),
      'spec.validation.openAPIV3Schema.properties[a].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    ],
  ])('refuses %s', (_, definition, message) => {
    expect(problems(definition)).toContain(message);
  });

  it('accepts int-or-string with its branches', () => {
    expect(
      problems(
        withField({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
      ),
    ).toEqual([]);
  });
  it('refuses two storage versions', () => {
    const schema = { openAPIV3Schema: { type: 'object' } };
    const versions = ['v1', 'v2'].map((name) => ({ name, storage: true, schema }));
    expect(problems(crd({ versions })).join('\n')).toContain(
      'must have exactly one version marked as storage version',
    );
  });
  it('refuses to drop a version that is stored', () => {
    const definition = { ...crd(), status: { storedVersions: ['v0', 'v1'] } };
    expect(problems(definition).join('\n')).toContain(
      'status.storedVersions[0]: Invalid value: "v0": missing from spec.versions;',
    );
  });
});
