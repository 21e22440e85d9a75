import { describe, expect, test } from 'vitest';
import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../../../src/kubernetes/custom-resource-definition.ts';
import { allowanceOf, allows, readAllowances } from '../../../src/manifests/compare/allow-list.ts';
import {
  compareAllDefinitions,
  compareDefinitions,
} from '../../../src/manifests/compare/compare-definitions.ts';

type Spec = CustomResourceDefinition['spec'];

const v1: CustomResourceDefinitionVersion = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
  subresources: { status: {} },
};
const v2: CustomResourceDefinitionVersion = { ...v1, name: 'v2', storage: false };
const names = { kind: 'Memcached', listKind: 'MemcachedList', plural: 'memcacheds', singular: 'memcached' };
const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };

function definition(change: Partial<Spec> = {}): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'memcacheds.cache.example.com' },
    spec: { group: 'cache.example.com', names, scope: 'Namespaced', versions: [v1, v2], ...change },
  };
}

const withFirst = (change: Partial<CustomResourceDefinitionVersion>): Partial<Spec> => ({
  versions: [{ ...v1, ...change }, v2],
});
const webhook: CustomResourceConversion = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { service: { name: 'a', namespace: 'b', path: '/convert' } },
    conversionReviewVersions: ['v1'],
  },
};

describe('a definition with', () => {
  test.each<[says: string, before: Partial<Spec>, after: Partial<Spec>, change: string]>([
    ['another scope', {}, { scope: 'Cluster' }, 'breaking scope-changed'],
    ['another group', {}, { group: 'caches.example.com' }, 'breaking names-changed'],
    ['another kind', {}, { names: { ...names, kind: 'Cache' } }, 'breaking names-changed'],
    ['another singular', {}, { names: { ...names, singular: 'mc' } }, 'breaking names-changed'],
    ['a short name', {}, { names: { ...names, shortNames: ['mc'] } }, 'safe names-changed'],
    ['no short name', { names: { ...names, shortNames: ['mc'] } }, {}, 'caution names-changed'],
    ['a conversion', {}, { conversion: webhook }, 'safe conversion-changed'],
    ['no conversion', { conversion: webhook }, {}, 'breaking conversion-changed'],
    ['a new version', { versions: [v1] }, {}, 'safe version-added v2'],
    ['no version that was served', {}, { versions: [v1] }, 'breaking version-removed v2'],
    ['no version that was stored', {}, { versions: [v2] }, 'breaking version-removed v1'],
    [
      'no version that nobody used',
      { versions: [v1, { ...v2, served: false }] },
      { versions: [v1] },
      'caution version-removed v2',
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
      'another schema',
      {},
      withFirst({ schema: { openAPIV3Schema: { type: 'object' } } }),
      'breaking field-removed v1 .spec',
    ],
  ])('%s', (_, before, after, change) => {
    const changes = compareDefinitions(definition(before), definition(after));
    expect(
      changes.map(({ path, rule, severity, version = '' }) =>
        `${severity} ${rule} ${version} ${path}`.trim(),
      ),
    ).toEqual([change]);
  });

  test('nothing else is the same', () => expect(compareDefinitions(definition(), definition())).toEqual([]));
});

function rules(before: CustomResourceDefinition[], after: CustomResourceDefinition[]): string[] {
  return compareAllDefinitions(before, after).map(({ rule, severity }) => `${severity} ${rule}`);
}

test('definitions come and go', () => {
  expect(rules([], [definition()])).toEqual(['safe definition-added']);
  expect(rules([definition()], [])).toEqual(['breaking definition-removed']);
});

describe('a change', () => {
  const [change] = compareDefinitions(
    definition(),
    definition(withFirst({ schema: { openAPIV3Schema: { type: 'object' } } })),
  );
  if (change === undefined) throw new Error('nothing changed');

  test.each([
    ['its path', '.spec', true],
    ['its path and its rule', 'field-removed .spec', true],
    ['all of it', allowanceOf(change), true],
    ['another path', '.spec.size', false],
    ['its path in another version', 'v2 .spec', false],
  ])('is allowed by %s', (_, entry, expected) => {
    const [allowance] = readAllowances(`# a remark\n\n${entry}  # why\n`);
    expect(allowance?.entry).toBe(entry);
    expect(allowance !== undefined && allows(allowance, change)).toBe(expected);
  });
});
