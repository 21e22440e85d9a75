import { describe, expect, test } from 'vitest';
import { readSourceFile } from '../../src/source/read-source-file.ts';

const read = (text: string) => readSourceFile('src/api/memcached.ts', text);

/** The owner of each marker line in a text. */
function ownersOf(text: string): string[] {
  const file = read(text);
  const owners = [...file.declarations.values(), ...file.fields].flatMap(({ comments, name }) =>
    comments.map(({ text }) => `${text} → ${name}`),
  );
  const classes = file.classes.flatMap(({ comments, name }) =>
    comments.map(({ text }) => `${text} → class ${name}`),
  );
  return [...owners, ...classes, ...file.loose.map(({ text, above }) => `${text} → ${above ?? 'nothing'}`)];
}

describe('a marker line belongs to', () => {
  test.each([
    ['the field below', 'interface A {\n  // +a\n  size: 1;\n}', ['+a → size']],
    [
      'the field below its JSDoc comment',
      'interface A {\n  /**\n   * Size.\n   * +a\n   */\n  size: 1;\n}',
      ['+a → size'],
    ],
    ['a field after a one-line JSDoc comment', 'interface A {\n  /** +a */\n  size: 1;\n}', ['+a → size']],
    ['the declaration below', '// +a\n/** Doc. */\nexport interface A {}', ['+a → A']],
    ['a declaration after a blank line', '// +a\n\nexport interface A {}', ['+a → A']],
    [
      'a declaration after an adjacent group of markers',
      '// +a\n\n// +b\nexport interface A {}',
      ['+a → A', '+b → A'],
    ],
    [
      'nothing, if it is two groups away',
      '// +a\n\n// +b\n\nexport interface A {}',
      ['+b → A', '+a → nothing'],
    ],
    ['nothing, at the end of a block', 'interface A {\n  size: 1;\n  // +a\n}', ['+a → nothing']],
    ['the class below', '// +a\nclass MemcachedReconciler {}', ['+a → class MemcachedReconciler']],
    [
      'nothing, after code on the same line',
      'interface A {\n  size: 1; // +a\n  image: 2;\n}',
      ['+a → nothing'],
    ],
    [
      'a field that contains another field',
      'interface A {\n  // +a\n  inner: {\n    size: 1;\n  };\n}',
      ['+a → inner'],
    ],
    [
      'the field below, with a space after the plus sign',
      'interface A {\n  // + a:b\n  size: 1;\n}',
      ['+ a:b → size'],
    ],
    ['a part of a type', "type A =\n  // +b\n  | 'a'\n  | 'b';", ['+b → a part of a type']],
    ['the value of an enum', 'enum A {\n  // +a\n  B,\n}', ['+a → the value B of an enum']],
    ['a field of a class', 'class A {\n  // +a\n  b = 1;\n}', ['+a → b of a class']],
    ['a field in the type of a constant', 'const a: {\n  // +a\n  size: 1;\n} = b;', ['+a → size']],
    [
      'a field in the default of a type parameter',
      'type A<T = {\n  // +a\n  size: 1;\n}> = T;',
      ['+a → size'],
    ],
    ['a field below keyof', 'type A = keyof {\n  // +a\n  size: 1;\n};', ['+a → size']],
    [
      'a field after a block comment on the same line',
      'interface A {\r\n  /* +a */ size: 1;\r\n}',
      ['+a → size'],
    ],
    [
      'index signatures',
      'interface A {\n  // +a\n  [k: string]: 1;\n  // +b\n  [k: number]: 1;\n}',
      ['+a → [k: string]', '+b → [k: number]'],
    ],
  ])('%s', (_, text, owners) => {
    expect(ownersOf(text)).toEqual(owners);
  });

  test.each([
    ['nothing, in commented-out code', '/*\n// +a\ninterface B {}\n*/\ninterface A {}', []],
    ['nothing, in commented-out fields', 'interface A {\n  /*\n  // +a\n  b: 1;\n  */\n}', []],
    [
      'the declaration below, after a string that contains /*',
      "import '/*';\n// +a\ninterface A {}",
      ['+a → A'],
    ],
    [
      'the declaration below, after a line comment that contains /*',
      '// see /*\n// +a\ninterface A {}',
      ['+a → A'],
    ],
    [
      'nothing, in a block comment after code',
      "f('http://x'); /**\n * +a\n */\ninterface A {}",
      ['+a → nothing'],
    ],
  ])('%s', (_, text, owners) => {
    expect(ownersOf(text)).toEqual(owners);
  });

  test('nothing, inside a string', () => {
    expect(
      ownersOf('const text = `\n// +a\n`;\nconst other = "// +b"; // see http://x/+c\nlet sum = 1\n  * +x;'),
    ).toEqual([]);
  });
});

test('reports the exact place of a marker', () => {
  const declaration = read('/**\n * +default=1\n */\ninterface A {}').declarations.get('A');
  expect(declaration?.comments[0]?.place).toEqual({
    file: 'src/api/memcached.ts',
    line: 2,
    column: 4,
    length: 10,
  });
});

test.each([
  ['JSDoc', '/** Runs a cache. */\ninterface A {}', 'Runs a cache.'],
  ['the comment lines above', '// Runs a\n// cache.\n// +a\ninterface A {}', 'Runs a\ncache.'],
  [
    'JSDoc without tags',
    '/**\n * Runs a cache.\n *\n * @see memcached\n */\ninterface A {}',
    'Runs a cache.',
  ],
  [
    'JSDoc with a deprecation notice',
    '/**\n * Runs.\n * @deprecated Use B.\n */\ninterface A {}',
    'Runs.\n\nDeprecated: Use B.',
  ],
  [
    'the comment lines above without tool directives',
    '/// Runs a\n// #region caches\n// cache.\n// eslint-disable-next-line x\n// @ts-expect-error\ninterface A {}',
    'Runs a\ncache.',
  ],
  ['no comment separated by a blank line', '// About the file.\n\ninterface A {}', ''],
])('reads %s as the description', (_, text, doc) => {
  expect(read(text).declarations.get('A')?.doc).toBe(doc);
});

test('counts enum values up, even from a negative number', () => {
  const declaration = read('enum Step { Back = -1, Stay, On = 5, Further, Far = far() }').declarations.get(
    'Step',
  );
  expect(declaration).toMatchObject({
    members: [
      { name: 'Back', value: -1 },
      { name: 'Stay', value: 0 },
      { name: 'On', value: 5 },
      { name: 'Further', value: 6 },
      { name: 'Far', value: undefined },
    ],
  });
});

describe('a class', () => {
  test('lists the interfaces that it implements, with their type arguments', () => {
    const [validator] = read(
      'export class MemcachedValidator implements Validator<cache.Memcached>, Named {}',
    ).classes;
    expect(validator).toMatchObject({
      name: 'MemcachedValidator',
      place: { line: 1, column: 14, length: 18 },
      isAbstract: false,
      typeParameters: [],
      implements: [
        { kind: 'reference', name: 'Validator', arguments: [{ kind: 'reference', name: 'cache.Memcached' }] },
        { kind: 'reference', name: 'Named', arguments: [] },
      ],
    });
  });

  test('is marked as abstract', () => {
    const [base] = read('export abstract class Base<T, S> extends Other implements Validator<T> {}').classes;
    expect(base).toMatchObject({ isAbstract: true, typeParameters: ['T', 'S'] });
    expect(base?.implements.map(({ text }) => text)).toEqual(['Validator<T>']);
  });

  test('lists its methods, and whether it may inherit more', () => {
    const [validator] = read(
      'class A extends Base { async validateCreate() {} validateUpdate = check; #check() {} constructor() {} }',
    ).classes;
    expect(validator).toMatchObject({
      extends: true,
      methods: ['validateCreate', 'validateUpdate', '#check'],
    });
  });

  test('may be anonymous', () => {
    expect(read('export default class implements Reconciler {}').classes).toMatchObject([
      { name: 'default' },
    ]);
  });
});

test('reports a syntax error with its place', () => {
  expect(read('interface A {\n  size: ;\n}').syntaxErrors).toMatchObject([{ place: { line: 2, column: 9 } }]);
});
