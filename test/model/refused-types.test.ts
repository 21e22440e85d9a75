import { expect, test } from 'vitest';
import { manifestsOf, memcached } from '../manifests/project.ts';

const path = 'src/api/cache/v1/memcached.ts';

/** What is said of a spec with these fields, beside these declarations: the places within the field, messages, hints. */
async function problemsOf(fields: string, more = ''): Promise<(string | undefined)[][]> {
  const { diagnostics } = await manifestsOf({ [path]: memcached(fields, more) });
  return diagnostics.map(({ code, hint, message, place }) => [
    code,
    `${place?.line}:${place?.column}`,
    message,
    hint,
  ]);
}

const functions = 'JSON has no functions: leave it out, or put it into a type of its own';
const unions =
  'the API server knows values of one type, whole numbers with text, objects, and | null: say unknown, or give each its own field';

test.each<[string, string, string, string]>([
  ['a Date', 'Date', 'Date is no JSON', "what the API server sends is text: say Time of '@opgen/runtime'"],
  ['a Set', 'Set<string>', 'Set is no JSON', 'say T[] with // +listType=set above the field'],
  ['a Map', 'Map<string, string>', 'Map is no JSON', 'say Record<string, T>'],
  [
    'bytes',
    'Uint8Array',
    'Uint8Array is no JSON',
    "bytes are text in base 64: say Base64 of '@opgen/runtime'",
  ],
  ['a Promise', 'Promise<string>', 'Promise is no JSON', 'say what it resolves to'],
  ['a wrapper', 'Number', 'Number is no JSON', "say Integer, Int32, Int64 or Double, from '@opgen/runtime'"],
  [
    'what a function returns',
    'ReturnType<typeof size>',
    'ReturnType is no JSON',
    'functions are not run: write the type out',
  ],
  [
    'a bigint',
    'bigint',
    'bigint cannot be turned into a schema',
    "JSON has no bigint: say Int64 from '@opgen/runtime', or string for more digits",
  ],
  ['a symbol', 'symbol', 'symbol cannot be turned into a schema', 'JSON has no symbols: say string'],
  [
    'a unique symbol',
    'unique symbol',
    'a unique symbol cannot be turned into a schema',
    'JSON has no symbols: say string',
  ],
  [
    'void',
    'void',
    'void cannot be turned into a schema',
    'JSON has no void: a field that may be absent has a question mark',
  ],
  ['a function', '() => void', 'a function cannot be turned into a schema', functions],
  ['a constructor', 'new () => string', 'a function cannot be turned into a schema', functions],
  [
    'nothing but null',
    'null',
    'no value is of this type',
    'put a question mark behind the name, or say what it may be',
  ],
  [
    'never',
    'never',
    'no value is of this type',
    'put a question mark behind the name, or say what it may be',
  ],
  ['a union of text and truth', 'string | boolean', 'this union cannot be turned into a schema', unions],
  [
    'a union of text and an object',
    'string | { a: string }',
    'this union cannot be turned into a schema',
    unions,
  ],
  ['a union of lists', 'string[] | Int32[]', 'this union cannot be turned into a schema', unions],
  [
    'an item that is undefined',
    '(string | undefined)[]',
    'only a field may be undefined',
    'JSON has no undefined: say | null',
  ],
  [
    'a mixed tuple',
    '[string, Int32]',
    'a tuple of different types cannot be turned into a schema',
    'make it an object',
  ],
  ['an empty tuple', '[]', 'an empty list has no schema', 'make it an object'],
  [
    'properties beside an index',
    '{ a: string; [key: string]: string }',
    'an object has either named properties or an index signature',
    'put the entries into a field of their own',
  ],
  [
    'keys that are numbers',
    'Record<number, string>',
    'the keys of a map are strings',
    'write Record<string, …>',
  ],
  ['a class', 'Cache', 'Cache is a class, and objects of the API are data', 'write an interface'],
  ['a misspelt field', "Omit<Pool, 'naem'>", 'Pool has no field naem', "did you mean 'name'?"],
  ['a field that is not there', "Pool['size']", 'Pool has no field size', 'look at its declaration'],
  ['a member that is not there', 'Season.Autumn', 'Season has no member Autumn', 'look at its declaration'],
  ['a missing argument', 'Box', 'Box lacks its type argument T', 'write it between < and >'],
  [
    'infer',
    'Pool extends infer P ? P : string',
    'infer cannot be turned into a schema',
    "take the part by its name: Spec['field'], or List[number]",
  ],
  [
    'a constant that may change',
    '(typeof phases)[number]',
    'a constant without as const cannot be turned into a schema',
    'write as const behind its value',
  ],
  [
    'a value that is computed',
    'typeof size',
    'a value that is computed cannot be turned into a schema',
    'write it out, or write its type',
  ],
  [
    'a constant that is nowhere',
    'typeof sizes',
    'typeof sizes cannot be read',
    "types are taken from constants at the top level of a file: const phases = ['Pending', 'Ready'] as const",
  ],
  [
    'an intersection of nothing',
    '{ a: string } & { a: Int32 }',
    'no value is both of what this intersection says',
    'keep one of the two',
  ],
  [
    'fields of text',
    'Partial<string[]>',
    'string[] has no fields to take over',
    'object types have, of this project and of Kubernetes',
  ],
  ['text in a template', '`a-${Pool}`', 'Pool cannot stand within a text', 'string, number and literals can'],
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

test('what cannot be read and is left out is no problem', async () => {
  const more = 'interface Pool { name: string; close(): void; next: Pool; count: number }';
  expect(await problemsOf("  pool: Pick<Pool, 'name'>;\n  name: Pool['name'];", more)).toEqual([]);
  expect(await problemsOf('  // +opgen:ignore\n  close: () => void;')).toEqual([]);
});

test.each([
  [
    'properties of two types',
    '{ a: string } | { a: Int32 }',
    'the parts of this union say different things of a',
    'the API server knows one type for each name: give them different names, or one type',
  ],
  [
    'a rule for one part',
    'Ruled | { b: string }',
    'Ruled is a part of a union, where x-kubernetes-validations cannot stand',
    'say it above the union, or of its fields',
  ],
  [
    'a default for one part',
    'Filled | { b: string }',
    'a has a default, and not every part of this union has a',
    'the API server would fill it in everywhere: remove the default',
  ],
])('a union of objects with %s cannot be told apart', async (_, type, message, hint) => {
  const more = `
// +validation:XValidation:rule="self.a != ''"
interface Ruled { a: string }
interface Filled {
  // +default=1
  a?: Int32;
}`;
  expect(await problemsOf(`  field: ${type};`, more)).toEqual([['OPG1209', '4:10', message, hint]]);
});

test('a type in a namespace is not looked for', async () => {
  expect(await problemsOf('  field: Deep.Inner;', 'namespace Deep { export type Inner = string }')).toEqual([
    [
      'OPG1202',
      '4:10',
      'there is no type Deep.Inner here',
      'write it at the top level of a file: what stands in a namespace is not read',
    ],
  ]);
});

test('what stands above a type that cannot be read is not judged', async () => {
  const more = '// +validation:MaxLength=3\ntype When = Date;';
  expect(await problemsOf('  // +validation:MinLength=3\n  field: When;', more)).toHaveLength(1);
});

test('of several index signatures none is left out in silence', async () => {
  expect(await problemsOf('  field: { [key: string]: string; [key: `x-${string}`]: `a` };')).toContainEqual([
    'OPG1201',
    '4:36',
    'a second index signature cannot be turned into a schema',
    'write one of them, with a union of what the entries may be',
  ]);
});

test('markers of a part that gets lost in a union are told', async () => {
  const more = '// +validation:Minimum=1\ntype Positive = Int32;';
  expect(await problemsOf('  field: Positive | string;', more)).toEqual([
    [
      'OPG1201',
      '4:10',
      'what stands above Positive cannot hold for a part of a union',
      'put the markers above the union, or the values into it',
    ],
  ]);
});

test('keys that the API server does not check are told, with the rule that does', async () => {
  expect(await problemsOf('  labels: Record<`team-${string}`, string>;')).toEqual([
    [
      'OPG1206',
      '4:18',
      'the API server does not hold the keys of a map to `team-${string}`',
      'say it above the field: +validation:XValidation:rule="self.all(key, key.matches(\'^team-.*$\'))", with +validation:MaxProperties',
    ],
  ]);
});

test('a type that never ends is told, however its arguments grow', async () => {
  const [problem] = await problemsOf('  field: Deep<string>;', 'interface Deep<T> { next: Deep<T[]> }');
  expect(problem?.[0]).toBe('OPG1203');
});

test('the problems of several types are told in one run', async () => {
  const more = 'interface Pool extends Missing { since: Date; run(): void }';
  const problems = await problemsOf('  pool: Pool;\n  other: symbol;', more);
  expect(problems.map(([code]) => code)).toEqual(['OPG1201', 'OPG1202', 'OPG1201', 'OPG1201']);
});
