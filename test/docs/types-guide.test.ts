import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifestsOf } from '../manifests/project.ts';

const page = readFileSync(new URL('../../docs/guides/types.md', import.meta.url), 'utf8');

/** The rows of the table: a type, and the schema that opgen must generate for it. */
const rows = [...page.matchAll(/^\| `+ ?(.+?) ?`+ +\| `(\{.+\})` +\|$/gm)].map(
  ([, type = '', schema = '']) => [type.replaceAll('\\|', '|'), schema],
);

describe('docs/guides/types.md', () => {
  test('has a table of types', () => {
    expect(rows.length).toBeGreaterThan(25);
  });

  test.each(rows)('%s becomes %s', async (type = '', schema = '') => {
    const template = /\$\{/.test(type) ? `\`${type.replaceAll('`', '')}\`` : type;
    const { diagnostics, files } = await manifestsOf({
      'src/api/memcached.ts': `
import { type Base64, type CustomResource, defineKind, type Double, type Int32, type Int64, type Time } from '@opgen/runtime';
interface MemcachedSpec { field: ${template} }
export interface Memcached extends CustomResource<MemcachedSpec> { apiVersion: 'cache.example.com/v1'; kind: 'Memcached' }
export const Memcached = defineKind<Memcached>({ apiVersion: 'cache.example.com/v1', kind: 'Memcached', plural: 'memcacheds', scope: 'Namespaced' });
`,
    });
    expect(diagnostics.filter(({ code }) => code !== 'OPG1204')).toEqual([]);
    const { spec } = parse(files[0]?.content ?? '').spec.versions[0].schema.openAPIV3Schema.properties;
    expect(spec.properties.field).toEqual(parse(schema));
  });
});
