import { expect, test } from 'vitest';
import { readSourceFile } from '../../src/source/read-source-file.ts';
import type { TypeSyntax } from '../../src/source/type-syntax.ts';

/** The type of a constant in few words. */
function shortened(type: TypeSyntax | undefined): unknown {
  switch (type?.kind) {
    case 'literal':
      return type.value;
    case 'keyword':
      return `(${type.name})`;
    case 'tuple':
      return type.elements.map((element) =>
        element.rest ? `...${element.type.text}` : shortened(element.type),
      );
    case 'object':
      return Object.fromEntries(type.members.map((member) => [member.name, shortened(member.type)]));
    case 'reference':
      return `<${type.name}>`;
    case 'unsupported':
      return type.what;
    default:
      return type?.kind;
  }
}

test.each<[string, string, unknown]>([
  ['text', "'a'", 'a'],
  ['a template without holes', '`a`', 'a'],
  ['a number', '-3', -3],
  ['truth', 'true', true],
  ['a fixed list', "['a', 1, null] as const", ['a', 1, '(null)']],
  ['a fixed list in brackets, held to a type', "(['a'] as const) satisfies readonly string[]", ['a']],
  ['a list with another in it', "[...others, 'a'] as const", ['...others', 'a']],
  ['a fixed object', "{ a: { 'b-c': 1 }, 2: false } as const", { a: { 'b-c': 1 }, 2: false }],
  ['a list that may change', "['a']", 'a constant without as const'],
  ['an object that may change', '{ a: 1 }', 'a constant without as const'],
  ['an object with parts of another', '{ ...others, a: 1 } as const', 'an object with parts of another'],
  ['what is computed', 'sizes()', 'a value that is computed'],
])('a constant is %s', (_, value, expected) => {
  const { constants } = readSourceFile('src/a.ts', `const it = ${value};`);
  expect(shortened(constants.get('it'))).toEqual(expected);
});

test('a constant with a type is of that type, and a variable is none', () => {
  const { constants } = readSourceFile(
    'src/a.ts',
    "const a: Phase = 'x'; let b = 'y'; declare const c: 'z';",
  );
  expect([...constants].map(([name, type]) => [name, shortened(type)])).toEqual([
    ['a', '<Phase>'],
    ['c', 'z'],
  ]);
});
