import { expect, test } from 'vitest';
import { readSourceFile } from '../../src/source/read-source-file.ts';
import type { TypeSyntax } from '../../src/source/type-syntax.ts';

/** A short form of the type of a constant. */
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
  ['a string', "'a'", 'a'],
  ['a template without substitutions', '`a`', 'a'],
  ['a number', '-3', -3],
  ['a boolean', 'true', true],
  ['a list as const', "['a', 1, null] as const", ['a', 1, '(null)']],
  ['a list as const in parentheses, with satisfies', "(['a'] as const) satisfies readonly string[]", ['a']],
  ['a list that spreads another one', "[...others, 'a'] as const", ['...others', 'a']],
  ['an object as const', "{ a: { 'b-c': 1 }, 2: false } as const", { a: { 'b-c': 1 }, 2: false }],
  ['a list without as const', "['a']", 'a constant without as const'],
  ['an object without as const', '{ a: 1 }', 'a constant without as const'],
  ['an object with a spread', '{ ...others, a: 1 } as const', 'an object with a spread'],
  ['a computed value', 'sizes()', 'a computed value'],
])('reads %s', (_, value, expected) => {
  const { constants } = readSourceFile('src/a.ts', `const it = ${value};`);
  expect(shortened(constants.get('it'))).toEqual(expected);
});

test('reads the type annotation of a constant and ignores variables', () => {
  const { constants } = readSourceFile(
    'src/a.ts',
    "const a: Phase = 'x'; let b = 'y'; declare const c: 'z';",
  );
  expect([...constants].map(([name, type]) => [name, shortened(type)])).toEqual([
    ['a', '<Phase>'],
    ['c', 'z'],
  ]);
});
