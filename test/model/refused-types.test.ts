import { expect, test } from 'vitest';
import { manifestsOf, memcached } from '../manifests/project.ts';

const path = 'src/api/cache/v1/memcached.ts';

/** The problems of a spec with these fields and these additional declarations. */
async function problemsOf(fields: string, more = ''): Promise<(string | undefined)[][]> {
  const { diagnostics } = await manifestsOf({ [path]: memcached(fields, more) });
  return diagnostics.map(({ code, hint, message, place }) => [
    code,
    `${place?.line}:${place?.column}`,
    message,
    hint,
  ]);
}

const functions = 'JSON has no functions: remove it, or move it to a separate type';
const unions =
  'a schema supports values of one type, integer or string, objects, and | null: use unknown, or a field for each member';

test.each<[string, string, string, string]>([
  [
    'a Date',
    'Date',
    'Date has no JSON representation',
    "JSON has no dates: use Time from '@opgen/runtime', a string",
  ],
  ['a Set', 'Set<string>', 'Set has no JSON representation', 'use T[] with // +listType=set above the field'],
  ['a Map', 'Map<string, string>', 'Map has no JSON representation', 'use Record<string, T>'],
  [
    'bytes',
    'Uint8Array',
    'Uint8Array has no JSON representation',
    "JSON encodes bytes in base64: use Base64 from '@opgen/runtime'",
  ],
  ['a Promise', 'Promise<string>', 'Promise has no JSON representation', 'use the type that it resolves to'],
  [
    'a wrapper object type',
    'Number',
    'Number has no JSON representation',
    "use Integer, Int32, Int64 or Double from '@opgen/runtime'",
  ],
  [
    'the return type of a function',
    'ReturnType<typeof size>',
    'ReturnType has no JSON representation',
    'opgen does not run code: write the type out',
  ],
  [
    'a bigint',
    'bigint',
    'bigint has no schema',
    "JSON has no bigint: use Int64 from '@opgen/runtime', or string for more digits",
  ],
  ['a symbol', 'symbol', 'symbol has no schema', 'JSON has no symbols: use string'],
  ['a unique symbol', 'unique symbol', 'a unique symbol has no schema', 'JSON has no symbols: use string'],
  ['void', 'void', 'void has no schema', 'JSON has no void: a field that may be absent has a question mark'],
  ['a function', '() => void', 'a function has no schema', functions],
  ['a constructor', 'new () => string', 'a function has no schema', functions],
  ['null alone', 'null', 'no value has this type', 'make the field optional, or use another type'],
  ['never', 'never', 'no value has this type', 'make the field optional, or use another type'],
  ['a union of string and boolean', 'string | boolean', 'this union has no schema', unions],
  ['a union of string and an object', 'string | { a: string }', 'this union has no schema', unions],
  ['a union of lists', 'string[] | Int32[]', 'this union has no schema', unions],
  [
    'a list with undefined items',
    '(string | undefined)[]',
    'only a field can be undefined',
    'JSON has no undefined: use | null',
  ],
  ['a mixed tuple', '[string, Int32]', 'a tuple of different types has no schema', 'make it an object'],
  ['an empty tuple', '[]', 'an empty tuple has no schema', 'make it an object'],
  [
    'properties next to an index signature',
    '{ a: string; [key: string]: string }',
    'an object cannot have both named properties and an index signature',
    'move the entries to a field',
  ],
  ['numeric keys', 'Record<number, string>', 'the keys of a map must be strings', 'write Record<string, …>'],
  ['a class', 'Cache', 'Cache is a class, but API objects are plain data', 'write an interface'],
  ['a misspelt field', "Pick<Pool, 'naem'>", 'Pool has no field naem', "did you mean 'name'?"],
  ['an unknown field', "Pool['size']", 'Pool has no field size', 'see its declaration'],
  ['an unknown enum member', 'Season.Autumn', 'Season has no member Autumn', 'see its declaration'],
  ['a missing type argument', 'Box', 'Box requires the type argument T', 'add it between < and >'],
  [
    'infer',
    'Pool extends infer P ? P : string',
    'infer has no schema',
    "access a part by name, Spec['field'] or List[number]",
  ],
  [
    'a mutable constant',
    '(typeof phases)[number]',
    'a constant without as const has no schema',
    'write as const after its value',
  ],
  [
    'a computed value',
    'typeof size',
    'a computed value has no schema',
    'write a literal, or declare its type',
  ],
  [
    'an unknown constant',
    'typeof sizes',
    'opgen cannot evaluate typeof sizes',
    "use a constant at the top level of a file: const phases = ['Pending', 'Ready'] as const",
  ],
  [
    'an empty intersection',
    '{ a: string } & { a: Int32 }',
    'no value satisfies both sides of this intersection',
    'remove one of them',
  ],
  [
    'the properties of a list',
    'Partial<string[]>',
    'string[] has no fields to inherit',
    'use an object type of this project or of Kubernetes',
  ],
  [
    'an object type in a template literal type',
    '`a-${Pool}`',
    'Pool cannot be part of a template literal type',
    'use string, number or literals',
  ],
])('%s', async (_, type, message, hint) => {
  const more = `
class Cache {}
interface Pool { name: string }
interface Box<T> { value: T }
enum Season { Winter = 'Winter' }
const phases = ['Pending', 'Ready'];
const size = () => 3;
void [Cache, phases, size];`;
  const problems = await problemsOf(`  field: ${type};`, more);
  expect(problems.map(([, , ...texts]) => texts)).toEqual([[message, hint]]);
});

test('ignores unreadable types in omitted fields', async () => {
  const more = 'interface Pool { name: string; close(): void; next: Pool; count: number }';
  expect(await problemsOf("  pool: Pick<Pool, 'name'>;\n  name: Pool['name'];", more)).toEqual([]);
  expect(await problemsOf('  // +opgen:ignore\n  close: () => void;')).toEqual([]);
});

test.each([
  [
    'one property with two types',
    '{ a: string } | { a: Int32 }',
    'the members of this union have different schemas for a',
    'a schema has one type for each property: use different names or the same type',
  ],
  [
    'a rule on one member',
    'Ruled | { b: string }',
    'Ruled is a member of a union, which cannot have x-kubernetes-validations',
    'move it to the union or to the fields',
  ],
  [
    'a default on one member',
    'Filled | { b: string }',
    'a has a default, but not every member of this union has a',
    'remove the default: the API server would set it for every member',
  ],
])('rejects a union of objects with %s', async (_, type, message, hint) => {
  const more = `
// +validation:XValidation:rule="self.a != ''"
interface Ruled { a: string }
interface Filled {
  // +default=1
  a?: Int32;
}`;
  expect(await problemsOf(`  field: ${type};`, more)).toEqual([['OPG1209', '4:10', message, hint]]);
});

test('does not look for types in namespaces', async () => {
  expect(await problemsOf('  field: Deep.Inner;', 'namespace Deep { export type Inner = string }')).toEqual([
    [
      'OPG1202',
      '4:10',
      'unknown type Deep.Inner',
      'move it to the top level of a file: opgen does not read namespaces',
    ],
  ]);
});

test('does not check the markers of a type that cannot be read', async () => {
  const more = '// +validation:MaxLength=3\ntype When = Date;';
  expect(await problemsOf('  // +validation:MinLength=3\n  field: When;', more)).toHaveLength(1);
});

test('reports a second index signature', async () => {
  expect(await problemsOf('  field: { [key: string]: string; [key: `x-${string}`]: `a` };')).toContainEqual([
    'OPG1201',
    '4:36',
    'a second index signature has no schema',
    'write one index signature with a union of the value types',
  ]);
});

test('reports markers of a union member that the union would lose', async () => {
  const more = '// +validation:Minimum=1\ntype Positive = Int32;';
  expect(await problemsOf('  field: Positive | string;', more)).toEqual([
    [
      'OPG1201',
      '4:10',
      'the markers of Positive cannot apply to one member of a union',
      'move the markers above the union, or list the values in it',
    ],
  ]);
});

test('reports map keys that the API server does not validate, with a rule that does', async () => {
  expect(await problemsOf('  labels: Record<`team-${string}`, string>;')).toEqual([
    [
      'OPG1206',
      '4:18',
      'the API server does not validate that the keys of the map match `team-${string}`',
      'add above the field: +validation:XValidation:rule="self.all(key, key.matches(\'^team-.*$\'))", with +validation:MaxProperties',
    ],
  ]);
});

test('reports an infinite type, even if its arguments keep growing', async () => {
  const [problem] = await problemsOf('  field: Deep<string>;', 'interface Deep<T> { next: Deep<T[]> }');
  expect(problem?.[0]).toBe('OPG1203');
});

test('reports the problems of several types in one run', async () => {
  const more = 'interface Pool extends Missing { since: Date; run(): void }';
  const problems = await problemsOf('  pool: Pool;\n  other: symbol;', more);
  expect(problems.map(([code]) => code)).toEqual(['OPG1201', 'OPG1202', 'OPG1201', 'OPG1201']);
});

test.each([
  ["'sise'", 'Defaults names sise, but the type has no such field', "did you mean 'size'?"],
  [
    "'size'",
    'Defaults names size, but the field has no default',
    'add // +default=… above size, or remove the name',
  ],
])('Defaults<%s> without such a default is an error', async (names, message, hint) => {
  const source = memcached('  size: Int32;')
    .replace('type CustomResource,', '$& type Defaults,')
    .replace('interface MemcachedSpec', `$& extends Defaults<${names}>`);
  const { diagnostics } = await manifestsOf({ [path]: source });
  expect(diagnostics).toMatchObject([{ code: 'OPG1211', message, hint, place: { line: 3 } }]);
});
