import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { manifestsOf, memcached } from './project.ts';

const path = 'src/webhooks/cache/memcached.conversion.ts';

/** Three versions of Memcached, with these markers above their interfaces. */
function versions(markers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(markers).map(([version, marker]) => [
      `src/api/cache/${version}/memcached.ts`,
      memcached('  size: Int32;')
        .replaceAll('example.com/v1', `example.com/${version}`)
        .replace('export interface Memcached ', `${marker}\n$&`),
    ]),
  );
}

const threeVersions = versions({ v1: '// +storageversion', v2: '', v3: '' });
const imports = `import type { Converter } from '@opgen/runtime';
import type { Memcached } from '../../api/cache/v1/memcached.ts';
import type { Memcached as MemcachedV2 } from '../../api/cache/v2/memcached.ts';
import type { Memcached as MemcachedV3 } from '../../api/cache/v3/memcached.ts';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
`;

async function manifestsWith(classes: string, kinds = threeVersions) {
  const { diagnostics, files } = await manifestsOf({ ...kinds, [path]: imports + classes });
  const contentOf = (path: string): string => files.find((file) => file.path === path)?.content ?? '';
  return {
    crd: parse(contentOf('config/crd/bases/cache.example.com_memcacheds.yaml')) as CustomResourceDefinition,
    patch: parse(contentOf('config/webhook/conversions.yaml')) as Partial<CustomResourceDefinition> | null,
    problems: diagnostics.map(({ code, hint, message, place }) => [
      code,
      `${place?.file}:${place?.line}:${place?.column}`,
      message,
      hint,
    ]),
  };
}

test('writes the conversion webhook as a patch, because make install applies the CRD without its Service', async () => {
  const { crd, patch, problems } = await manifestsWith(
    'class V2 implements Converter<Memcached, MemcachedV2> {}\nclass V3 implements Converter<Memcached, MemcachedV3> {}',
  );
  expect(problems).toEqual([]);
  expect(crd.spec.conversion).toBeUndefined();
  expect(patch).toMatchObject({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'memcacheds.cache.example.com' },
  });
  expect(patch?.spec?.conversion).toEqual({
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
      conversionReviewVersions: ['v1'],
    },
  });
});

test('writes no conversion webhook without converters', async () => {
  const { patch, problems } = await manifestsWith('');
  expect(problems).toEqual([]);
  expect(patch).toBeNull();
});

test('an unserved version needs no converter', async () => {
  const kinds = versions({ v1: '// +storageversion', v2: '', v3: '// +unservedversion' });
  const { patch, problems } = await manifestsWith(
    'class V2 implements Converter<Memcached, MemcachedV2> {}',
    kinds,
  );
  expect(problems).toEqual([]);
  expect(patch?.spec?.conversion?.strategy).toBe('Webhook');
});

test.each<[string, string, (string | undefined)[]]>([
  [
    'a served version without a converter',
    'class V2 implements Converter<Memcached, MemcachedV2> {}',
    [
      'OPG2402',
      'src/api/cache/v3/memcached.ts:9:18',
      'no class converts Memcached v3 to and from v1',
      'write a class that implements Converter, or // +unservedversion above the interface',
    ],
  ],
  [
    'a converter to a version that is not the hub',
    'class V2 implements Converter<Memcached, MemcachedV2> {}\nclass V3 implements Converter<MemcachedV2, MemcachedV3> {}',
    [
      'OPG2401',
      `${path}:7:7`,
      'V3 converts to v2, but the storage version of Memcached is v1',
      'write Converter<Memcached of v1, …>, or move // +storageversion to v2',
    ],
  ],
  [
    'a converter from a version to itself',
    'class V1 implements Converter<Memcached, Memcached> {}',
    [
      'OPG2403',
      `${path}:6:7`,
      'V1 converts Memcached v1 and Memcached v1, which are not two versions of one kind',
      'name the storage version first, then another version of the same kind',
    ],
  ],
  [
    'a converter of a kind of Kubernetes',
    'class Pods implements Converter<Memcached, Pod> {}',
    [
      'OPG2403',
      `${path}:6:7`,
      'Pods converts Pod v1, which is not a kind of this project',
      'remove the converter: only the operator that owns the CRD can convert its versions',
    ],
  ],
  [
    'two converters for one version',
    'class V2 implements Converter<Memcached, MemcachedV2> {}\nclass V3 implements Converter<Memcached, MemcachedV3> {}\nclass Again implements Converter<Memcached, MemcachedV3> {}',
    ['OPG2403', `${path}:8:7`, 'Again and V3 both convert Memcached v3', 'remove one of them'],
  ],
  [
    'a converter to a type that is not a kind',
    'class V4 implements Converter<Memcached, MemcachedV4> {}',
    ['OPG1301', `${path}:6:42`, 'MemcachedV4 is not a kind', "did you mean 'MemcachedV2'?"],
  ],
])('%s is an error', async (_, classes, problem) => {
  expect((await manifestsWith(classes)).problems).toEqual([problem]);
});
