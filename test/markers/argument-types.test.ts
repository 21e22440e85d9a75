import { describe, expect, test } from 'vitest';
import {
  any,
  type ArgumentType,
  integer,
  jsonOrAny,
  list,
  raw,
  scalar,
  structure,
  text,
  word,
} from '../../src/markers/argument-types.ts';
import { Lexer } from '../../src/markers/lexer.ts';

function read(type: ArgumentType<unknown>, written: string): unknown {
  const lexer = new Lexer(written);
  const value = type.read(lexer);
  return lexer.atEnd ? value : `${JSON.stringify(value)}, and '${lexer.rest()}' is left`;
}

describe('controller-gen reads', () => {
  test.each<[string, ArgumentType<unknown>, string, unknown]>([
    ['bare text', text(), 'some string here!', 'some string here!'],
    ['a path as bare text', text(), '/tmp-CHECKCRD-0B7LDeoZta', '/tmp-CHECKCRD-0B7LDeoZta'],
    ['quoted text with escapes', text(), '"some; string, \\nhere"', 'some; string, \nhere'],
    ['text in backticks without escapes', text(), '`some; string, \\nhere`', 'some; string, \\nhere'],
    ['a negative integer', integer(), '-42', -42],
    ['a list without braces', list(text()), "hi;hello;hey y'all", ['hi', 'hello', "hey y'all"]],
    ['a list in braces', list(text()), "{hi,hello,hey y'all}", ['hi', 'hello', "hey y'all"]],
    [
      'lists of lists',
      list(list(integer())),
      '{{1,1},{2,3},{5,8}}',
      [
        [1, 1],
        [2, 3],
        [5, 8],
      ],
    ],
    [
      'lists of lists without inner braces',
      list(list(integer())),
      '{1;1,2;3,5;8}',
      [
        [1, 1],
        [2, 3],
        [5, 8],
      ],
    ],
    ['a map', any(), '{formal: hello, `informal`: `hi!`}', { formal: 'hello', informal: 'hi!' }],
    [
      'maps within maps',
      any(),
      '{text: "abc", len: 3, "as bytes": 97;98;99, props: {encoding: ascii, nullsafe: true, tags: {"triple", "in a row"}}}',
      {
        text: 'abc',
        len: 3,
        'as bytes': [97, 98, 99],
        props: { encoding: 'ascii', nullsafe: true, tags: ['triple', 'in a row'] },
      },
    ],
    ...[
      '087bdd',
      '123/config',
      '0987',
      '100Mi',
      '2024-01-15',
      'sha256:08a7b',
      '00000000-1234-5678',
      '123abc',
    ].map((word): [string, ArgumentType<unknown>, string, unknown] => [`${word} as text`, any(), word, word]),
    ...[
      ['1e3', 1000],
      ['-2E-1', -0.2],
      ['.5', 0.5],
      ['5.', 5],
    ].map(([word, value]): [string, ArgumentType<unknown>, string, unknown] => [
      `${word} as number`,
      any(),
      `{${word}, a}`,
      [value, 'a'],
    ]),
    [
      'everything, uninterpreted',
      raw(),
      "this;totally,doesn't;get,parsed",
      "this;totally,doesn't;get,parsed",
    ],
  ])('%s', (_, type, written, value) => {
    expect(read(type, written)).toEqual(value);
  });
});

test.each<[string, unknown]>([
  ['["a", "b"]', ['a', 'b']],
  ['{"cpu": "100m"}', { cpu: '100m' }],
  ['Delete', 'Delete'],
  ['a;b', ['a', 'b']],
  ['null', null],
])('reads a default as JSON or as marker syntax: %s', (written, value) => {
  expect(read(jsonOrAny(), written)).toEqual(value);
});

test('keeps the value before a space and a separator', () => {
  expect(read(list(scalar()), 'a ;b ;c')).toEqual(['a', 'b', 'c']);
});

describe('a structure is', () => {
  test.each<[string, string, unknown]>([
    ['a map in marker syntax', '{a: b, c: {1,2}}', { a: 'b', c: [1, 2] }],
    ['JSON in backticks', '`{"a": ["b", {"c": true}]}`', { a: ['b', { c: true }] }],
    ['JSON in quotes', '"{\\"a\\": 1}"', { a: 1 }],
    ['YAML in backticks', '`[{name: a, value: "1"}]`', [{ name: 'a', value: '1' }]],
  ])('%s', (_, written, value) => {
    expect(read(structure(), written)).toEqual(value);
  });

  test.each(['`{"a": `', '`a: *nobody`', '`{a: 1, a: 2}`'])('not %s', (written) => {
    expect(() => read(structure(), written)).toThrow('expected JSON or YAML: ');
  });
});

test('reads a word in any case as its canonical spelling', () => {
  const policy = word('Fail', 'Ignore');
  expect(['fail', 'FAIL', '"Fail"'].map((written) => read(policy, written))).toEqual([
    'Fail',
    'Fail',
    'Fail',
  ]);
  expect(() => read(policy, 'fial')).toThrow("'fial' is not one of Fail, Ignore");
});
