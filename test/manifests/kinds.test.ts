import { expect, test } from 'vitest';
import { manifestsOf, memcached } from './project.ts';

const path = 'src/api/cache/v1/memcached.ts';
const kind = memcached('  size: Int32;');

/** The kind with a marker above its interface. */
function above(marker: string): string {
  return kind.replace('export interface Memcached ', `${marker}\n$&`);
}

test.each<[string, string, string]>([
  [
    'an interface without defineKind',
    kind.slice(0, kind.indexOf('export const')),
    'OPG1207 the kind Memcached has no defineKind',
  ],
  [
    'a kind with type parameters',
    kind.replace('interface Memcached ', 'interface Memcached<T> '),
    'OPG1207 the kind Memcached has type parameters',
  ],
  [
    'a kind that is not an interface',
    kind.replace(/export interface Memcached extends (.*) \{([^}]*)\}/, 'export type Memcached = $1 & {$2};'),
    'OPG1208 the kind Memcached is a type alias, but must be an interface',
  ],
  [
    'an apiVersion that differs from the interface',
    kind.replace("apiVersion: 'cache.example.com/v1',", "apiVersion: 'cache.example.com/v2',"),
    "OPG1208 defineKind has apiVersion 'cache.example.com/v2', but the interface has 'cache.example.com/v1'",
  ],
  [
    'an optional spec that the type promises',
    kind.replace("  kind: 'Memcached';\n", '$&  // +optional\n  spec: MemcachedSpec;\n'),
    'OPG1210 the API server accepts a Memcached without a spec, but its type promises one',
  ],
  [
    'a plural that is computed',
    kind.replace("plural: 'memcacheds'", 'plural: pluralOf(Memcached)'),
    'OPG1208 defineKind requires plural as a string literal',
  ],
  [
    'a group without a dot',
    kind.replaceAll('cache.example.com', 'cache'),
    "OPG2107 the group 'cache' has no dot",
  ],
  [
    'a column whose path has no dot',
    above('// +printcolumn:name=Size,type=integer,jsonPath=spec.size'),
    "OPG2108 the jsonPath 'spec.size' of the column Size must begin with a dot",
  ],
  [
    'a scale path into metadata',
    above('// +subresource:scale:specpath=.metadata.size,statuspath=.status.size'),
    "OPG2109 the path '.metadata.size' is not the path of a field under .spec.",
  ],
  [
    'a path that differs from defineKind',
    above('// +resource:path=caches'),
    'OPG2111 +resource and defineKind set different plurals or scopes',
  ],
])('%s is an error', async (_, text, problem) => {
  const { diagnostics } = await manifestsOf({ [path]: text });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([problem]);
});

test.each<[string, string]>([
  [
    'CustomResource imported under another name',
    kind.replaceAll('CustomResource', 'CustomResource as Own').replace('CustomResource as Own<', 'Own<'),
  ],
  [
    'defineKind imported under another name',
    kind.replace('defineKind,', 'defineKind as define,').replace('defineKind<', 'define<'),
  ],
  [
    'defineKind from a namespace import',
    `import * as opgen from '@opgen/runtime';\n${kind.replace('defineKind<', 'opgen.defineKind<')}`,
  ],
  ['defineKind as the default export', kind.replace('export const Memcached = ', 'export default ')],
])('accepts %s', async (_, text) => {
  const { diagnostics, files } = await manifestsOf({ [path]: text });
  expect(diagnostics).toEqual([]);
  expect(files[0]?.content).toContain('name: memcacheds.cache.example.com');
});

test('one of two versions must be the storage version', async () => {
  const beta = kind.replaceAll('example.com/v1', 'example.com/v1beta1');
  const stored = above('// +storageversion');
  const undecided = await manifestsOf({ [path]: kind, 'src/api/cache/v1beta1/memcached.ts': beta });
  expect(undecided.diagnostics).toMatchObject([
    { code: 'OPG2106', message: 'Memcached has 2 versions, but no storage version' },
  ]);

  const decided = await manifestsOf({ [path]: stored, 'src/api/cache/v1beta1/memcached.ts': beta });
  expect(decided.diagnostics).toEqual([]);
  expect(decided.files.map((file) => file.path)).toEqual([
    'config/crd/bases/cache.example.com_memcacheds.yaml',
    'config/rbac/role.yaml',
  ]);
});

test('generates an empty role for a project without kinds and permissions', async () => {
  const { files, diagnostics, kinds } = await manifestsOf({});
  expect([diagnostics, kinds]).toEqual([[], []]);
  expect(files.map((file) => file.path)).toEqual(['config/rbac/role.yaml']);
  expect(files[0]?.content).toContain('rules: []');
});

test.each<[string, string, string]>([
  ['+storageversion above one of two versions', '// +storageversion=true', 'OPG1102'],
  ['the name of the +storageversion marker', '// +storageversoin', 'OPG1109'],
])('reports a mistake in %s, without its consequences', async (_, marker, code) => {
  const { diagnostics } = await manifestsOf({
    [path]: above(marker),
    'src/api/cache/v2/memcached.ts': kind.replaceAll('example.com/v1', 'example.com/v2'),
  });
  expect(diagnostics.map((found) => found.code)).toEqual([code]);
});

test('a mistake in +metadata suppresses the problems of the group', async () => {
  const written = above('// +metadata:annotations=api-approved.kubernetes.io');
  const { diagnostics } = await manifestsOf({
    [path]: written.replaceAll('cache.example.com', 'cache.k8s.io'),
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(['OPG1102']);
});
