import { describe, expect, it } from 'vitest';
import { check } from '../../../src/cel/check/check.ts';
import { kubernetesFunctions, kubernetesTypes } from '../../../src/cel/libraries/kubernetes.ts';
import { parse } from '../../../src/cel/syntax/parse.ts';
import {
  type Type,
  dynType,
  formatType,
  intType,
  listType,
  mapType,
  stringType,
} from '../../../src/cel/types/type.ts';

const spec: Type = {
  kind: 'object',
  name: 'Spec',
  fields: new Map<string, Type>([
    ['size', intType],
    ['name', stringType],
    ['tags', listType(stringType)],
    ['labels', mapType(stringType, stringType)],
    ['any', dynType],
  ]),
};

function checking(text: string): string {
  const { source, expression } = parse(text);
  const { checked, problems } = check(source, expression!, {
    variables: new Map([['self', spec]]),
    functions: kubernetesFunctions,
    types: kubernetesTypes,
  });
  return checked === undefined ? source.print(problems) : formatType(checked.type);
}

describe('the type of an expression', () => {
  it.each([
    ['self.size + 1', 'int'],
    ['self.size > 1.5', 'bool'],
    ['self.tags', 'list(string)'],
    ['self.tags[0]', 'string'],
    ["self.labels['a']", 'string'],
    ['self.labels.a', 'string'],
    ['self.tags.map(t, t.size())', 'list(int)'],
    ['self.tags.filter(t, t != "")', 'list(string)'],
    ['self.labels.transformMap(k, v, v.size())', 'map(string, int)'],
    ['self.any.x.y', 'dyn'],
    ['self.any == 1 ? 1 : 2', 'int'],
    ['self.?size', 'optional_type(int)'],
    ['self.?labels.a.orValue("")', 'string'],
    ['has(self.name)', 'bool'],
    ['[]', 'list(dyn)'],
    ['[] + [1]', 'list(int)'],
    ['{}', 'map(dyn, dyn)'],
    ['type(1)', 'type(int)'],
    ['optional.none()', 'optional_type(dyn)'],
    ['self', 'Spec'],
    ["url('https://a')", 'kubernetes.URL'],
  ])('%s is %s', (text, type) => {
    expect(checking(text)).toBe(type);
  });
});

describe('an expression with the wrong types', () => {
  it.each([
    ['self.sise', "1:5: undefined field 'sise'"],
    ['other', "1:1: undeclared reference to 'other' (in container '')"],
    ['self.size + self.name', "1:11: found no matching overload for '_+_' applied to '(int, string)'"],
    ['self.name.size(1)', "1:15: found no matching overload for 'size' applied to 'string.(int)'"],
    ['self.name.shout()', "1:16: undeclared reference to 'shout' (in container '')"],
    ['shout(1)', "1:6: undeclared reference to 'shout' (in container '')"],
    ['self.size.x', "1:10: type 'int' does not support field selection"],
    ['self.size && true', "1:5: expected type 'bool' but found 'int'"],
    [
      'self.size.all(x, x)',
      "1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ['self.tags.all(t, t.size())', "1:24: expected type 'bool' but found 'int'"],
    ['self.size == null', "1:11: found no matching overload for '_==_' applied to '(int, null)'"],
    ['self.size in self.tags', "1:11: found no matching overload for '@in' applied to '(int, list(string))'"],
    [
      'self.tags[self.name]',
      "1:10: found no matching overload for '_[_]' applied to '(list(string), string)'",
    ],
    ['[1, "a"]', "1:5: expected type 'int' but found 'string'"],
    ['{"a": 1, "b": "c"}', "1:15: expected type 'int' but found 'string'"],
    ['[?1]', "1:3: expected type 'optional_type(int)' but found 'int'"],
    ['Spec{size: 1}', "1:5: undeclared reference to 'Spec' (in container '')"],
    ["duration('1x')", '1:10: invalid duration argument'],
    ["timestamp('yesterday')", '1:11: invalid timestamp argument'],
    ["self.name.matches('(?=a)')", '1:19: invalid matches argument'],
    [
      "'%d'.format([self.name])",
      '1:18: error during formatting: decimal clause can only be used on integers, was given string',
    ],
    ["'%d %s'.format([1])", '1:15: index 1 out of range'],
    ["'%y'.format([1])", '1:12: could not parse formatting clause: unrecognized formatting clause "y"'],
  ])('%s: %s', (text, message) => {
    expect(checking(text)).toContain(`ERROR: <input>:${message}\n | `);
  });

  it('has all of them named', () => {
    expect(checking('self.a == self.b')).toBe(
      [
        "ERROR: <input>:1:5: undefined field 'a'\n | self.a == self.b\n | ....^",
        "ERROR: <input>:1:15: undefined field 'b'\n | self.a == self.b\n | ..............^",
      ].join('\n'),
    );
  });
});
