import { describe, expect, it } from 'vitest';
import { evaluated } from '../evaluating.ts';

const holds: Readonly<Record<string, readonly string[]>> = {
  arithmetic: [
    '1 + 2 * 3 == 7',
    '7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1',
    '1.5 + 2.5 == 4.0',
    '3u + 4u == 7u',
    '-(-5) == 5',
    "'a' + 'b' == 'ab' && b'a' + b'b' == b'ab' && [1] + [2] == [1, 2]",
    '1.0 / 0.0 > 1e308',
  ],
  comparisons: [
    '1 < 2 && 1 <= 1 && 2 > 1 && 2 >= 2 && 1 != 2',
    '1 < 1.5 && 2u > 1 && 3.0 >= 3u',
    'dyn(1) == dyn(1.0) && dyn(1u) == dyn(1)',
    "'a' < 'b' && 'ab' > 'a' && '😀' > 'ﬁ' && b'a' < b'b' && false < true",
    'null == null && [1, 2] == [1, 2] && {1: "a"} == {1: "a"} && [1] != [1, 2]',
    "dyn('1') != dyn(1)",
    "timestamp('2024-01-01T00:00:00Z') < timestamp('2024-01-01T00:00:00.5Z')",
  ],
  'errors that another operand absorbs': [
    '1 / 0 == 1 || true',
    'true || 1 / 0 == 1',
    '!(1 / 0 == 1 && false)',
    'true ? true : 1 / 0 == 1',
    '[0, 1].exists(n, 1 / n == 1)',
    '![0, 1].all(n, 1 / n == 2)',
  ],
  macros: [
    '[1, 2, 3].all(n, n > 0) && [1, 2].exists(n, n == 2) && [1, 2].exists_one(n, n == 2)',
    '[1, 2, 3].map(n, n * 2) == [2, 4, 6] && [1, 2, 3].map(n, n > 1, n * 2) == [4, 6]',
    '[1, 2, 3].filter(n, n > 1) == [2, 3]',
    "{'a': 1, 'b': 2}.all(k, k < 'c') && {'a': 1}.map(k, k) == ['a']",
    "[3, 4].all(i, n, n == i + 3) && {'a': 1}.exists(k, v, k == 'a' && v == 1)",
    '[1, 2].existsOne(i, n, n == 2)',
    '[1, 2].transformList(i, n, i * n) == [0, 2] && [1, 2].transformList(i, n, n > 1, n) == [2]',
    "{'a': 1}.transformMap(k, v, v + 1) == {'a': 2} && {'a': 1, 'b': 2}.transformMap(k, v, v > 1, v) == {'b': 2}",
    "{'a': 'x'}.transformMapEntry(k, v, {v: k}) == {'x': 'a'}",
    "has({'a': 1}.a) && !has({'a': 1}.b)",
    '[[1], [2, 3]].map(l, l.map(n, n + l.size())) == [[2], [4, 5]]',
  ],
  optionals: [
    "{'a': 1}.?a.orValue(2) == 1 && {'a': 1}.?b.orValue(2) == 2",
    "{'a': {'b': 1}}.?a.b == optional.of(1) && !{'a': {'c': 1}}.?b.c.hasValue()",
    "[1, 2][?1] == optional.of(2) && [1][?5] == optional.none() && {'a': 1}[?'a'].value() == 1",
    'optional.of(1).or(optional.of(1 / 0)).value() == 1 && optional.of(1).orValue(1 / 0) == 1',
    'optional.of(2).optMap(n, n + 1).value() == 3 && !optional.none().optMap(n, n + 1).hasValue()',
    'optional.of([1]).optFlatMap(l, l[?0]).value() == 1',
    "[?optional.of(1), ?optional.none(), 3] == [1, 3] && {?'a': optional.none(), 'b': 1} == {'b': 1}",
    "!optional.ofNonZeroValue('').hasValue() && optional.ofNonZeroValue(1).hasValue()",
    '[optional.of(1), optional.none()].unwrapOpt() == [1] && optional.unwrap([optional.of(2)]) == [2]',
    '[1, 2].first().value() == 1 && [1, 2].last().value() == 2 && ![].first().hasValue()',
  ],
  'lists and maps': [
    "[1, 2, 3][1] == 2 && {'a': 1}['a'] == 1 && {'a': 1}.a == 1 && {1: 'x'}[dyn(1u)] == 'x'",
    "2 in [1, 2] && !(3 in [1, 2]) && 'a' in {'a': 1} && dyn(2.0) in [1, 2]",
    "size([1, 2]) == 2 && [1].size() == 1 && size({'a': 1}) == 1 && 'a😀'.size() == 2 && size(b'abc') == 3",
  ],
  conversions: [
    "int('12') == 12 && int(3.9) == 3 && int(-3.9) == -3 && int(5u) == 5",
    "uint('7') == 7u && double('1.5') == 1.5 && bool('true') && !bool('F')",
    "string(12) == '12' && string(1.5) == '1.5' && string(true) == 'true' && string(b'abc') == 'abc'",
    "string(1000000.0) == '1e+06' && string(0.00001) == '1e-05' && string(123456.0) == '123456'",
    "bytes('é') == b'\\xc3\\xa9' && string(duration('90s')) == '90s' && string(duration('1.5s')) == '1.5s'",
    "type(1) == int && type(1u) == uint && type('') == string && type([]) == list && type({}) == map",
    "type(null) == null_type && type(type(1)) == type && type(timestamp('2024-01-01T00:00:00Z')) == google.protobuf.Timestamp",
    "timestamp(0) == timestamp('1970-01-01T00:00:00Z') && int(timestamp('1970-01-01T00:01:00Z')) == 60",
    "int(duration('1s')) == 1000000000",
  ],
  'times and durations': [
    "timestamp('2024-02-29T12:30:45.678Z').getFullYear() == 2024",
    "timestamp('2024-02-29T12:30:45.678Z').getMonth() == 1 && timestamp('2024-02-29T00:00:00Z').getDate() == 29",
    "timestamp('2024-02-29T12:30:45.678Z').getDayOfMonth() == 28 && timestamp('2024-02-29T00:00:00Z').getDayOfYear() == 59",
    "timestamp('2024-02-29T12:30:45.678Z').getDayOfWeek() == 4 && timestamp('2024-02-29T12:30:45.678Z').getMilliseconds() == 678",
    "timestamp('2024-02-29T23:30:00Z').getHours('+02:00') == 1 && timestamp('2024-07-01T00:00:00Z').getHours('Europe/Berlin') == 2",
    "timestamp('2024-01-01T01:00:00+01:00') == timestamp('2024-01-01T00:00:00Z')",
    "timestamp('2024-01-02T00:00:00Z') - timestamp('2024-01-01T00:00:00Z') == duration('24h')",
    "timestamp('2024-01-01T00:00:00Z') + duration('90m') == timestamp('2024-01-01T01:30:00Z')",
    "duration('1h30m').getHours() == 1 && duration('1h30m').getMinutes() == 90 && duration('-1.5s').getMilliseconds() == -1500",
  ],
  literals: [
    "'\\n\\t\\\\\\'' == \"\\n\\t\\\\'\" && '\\u00e9' == 'é' && '\\U0001F600' == '😀' && '\\x41\\101' == 'AA'",
    "r'\\d' == '\\\\d' && '''a\nb''' == 'a\\nb' && b'\\xff'.size() == 1 && b'é'.size() == 2",
    '0x1F == 31 && 0xFu == 15u && .5 == 0.5 && 1e3 == 1000.0 && -9223372036854775808 < 0',
  ],
  'comments and spaces': ['1 // one\n == 1'],
};

describe('an expression that holds', () => {
  for (const [subject, expressions] of Object.entries(holds)) {
    it.each(expressions)(`${subject}: %s`, (text) => {
      expect(evaluated(text)).toBe(true);
    });
  }
});

describe('an expression without a value', () => {
  it.each([
    ['1 / 0', 'division by zero'],
    ['1 % 0', 'modulus by zero'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['-9223372036854775808 - 1', 'integer overflow'],
    ['0u - 1u', 'unsigned integer overflow'],
    ['int(1e19 + 1e19)', 'integer overflow'],
    ['uint(0 - 1)', 'unsigned integer overflow'],
    ["timestamp('9999-12-31T23:59:59Z') + duration('1s')", 'timestamp overflow'],
    ['[1][1]', 'index out of bounds: 1'],
    ["{'a': 1}['b']", 'no such key: b'],
    ["{'a': 1}.b", 'no such key: b'],
    ["int('x' + '')", "type conversion error from 'string' to 'int'"],
    ["bool('yes' + '')", "type conversion error from 'string' to 'bool'"],
    ["dyn('a') + dyn(1)", 'no such overload'],
    ['dyn(1) && true', 'no such overload'],
    ['dyn(1).field', 'no such overload'],
    ['[0, 1].all(n, 1 / n == 1)', 'division by zero'],
    ['optional.none().value()', 'optional.none() dereference'],
    ["string(b'\\xff' + b'')", 'invalid UTF-8 in bytes, cannot convert to string'],
    ["double('NaN') < 1.0 + 0.0", 'NaN values cannot be ordered'],
    ["'a'.matches('(' + '')", 'error parsing regexp: missing closing ): `(`'],
  ])('%s fails: %s', (text, message) => {
    expect(evaluated(text)).toBe(`error: ${message}`);
  });
});

it('adds to a long list in time proportional to its length', () => {
  const numbers = `[${Array.from({ length: 200 }, (_, index) => index).join(',')}]`;
  expect(evaluated(`${numbers}.map(a, ${numbers}.map(b, a + b)).size() == 200`)).toBe(true);
});

it('ends what costs too much', () => {
  const numbers = `[${Array.from({ length: 100 }, (_, index) => index).join(',')}]`;
  const nested = `${numbers}.all(a, ${numbers}.all(b, ${numbers}.all(c, a + b + c >= 0)))`;
  expect(() => evaluated(nested)).toThrow('operation cancelled: actual cost limit exceeded');
});

describe('variables', () => {
  it('are found by their names', () => {
    expect(evaluated('x + 1', { x: 2n })).toBe(3n);
  });

  it('give way to those of a macro', () => {
    expect(evaluated('[1].map(x, x + 1) == [2] && x == 5', { x: 5n })).toBe(true);
  });
});
