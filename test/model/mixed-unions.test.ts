import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifestsOf, memcached } from '../manifests/project.ts';

const path = 'src/api/cache/v1/memcached.ts';

/** The model has no union for integers mixed with strings, but Extract and Exclude treat them as its members. */
test.each<[type: string, schema: object]>([
  ["Extract<'a' | 'b' | 1, string>", { type: 'string', enum: ['a', 'b'] }],
  ["Exclude<'a' | 'b' | 1 | 2, string>", { type: 'integer', enum: [1, 2] }],
  ['Extract<IntOrString, string>', { type: 'string' }],
  ['Exclude<IntOrString, string>', { type: 'integer' }],
  ["Extract<'a' | 1, IntOrString>", { enum: ['a', 1], 'x-kubernetes-int-or-string': true }],
  ["Words<'a' | 1>", { enum: ['text', 1], 'x-kubernetes-int-or-string': true }],
])('%s', async (type, schema) => {
  const words = "type Words<T> = T extends string ? 'text' : T;";
  const { diagnostics, files } = await manifestsOf({ [path]: memcached(`  field: ${type};`, words) });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { spec } = parse(files[0]?.content ?? '').spec.versions[0].schema.openAPIV3Schema.properties;
  expect(spec.properties.field).toMatchObject(schema);
});

test('cannot compare a sized integer mixed with text', async () => {
  const { diagnostics } = await manifestsOf({
    [path]: memcached("  field: Extract<Int32 | 'auto', string>;"),
  });
  expect(diagnostics).toMatchObject([
    { code: 'OPG1201', message: "opgen cannot compare Int32 | 'auto' with string" },
  ]);
});
