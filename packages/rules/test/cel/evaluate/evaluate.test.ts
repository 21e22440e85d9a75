import { describe, expect, it } from 'vitest';
import { evaluated } from '../evaluating.ts';
import { standardExpressions } from './expressions.ts';

describe('an expression that holds', () => {
  for (const [subject, expressions] of Object.entries(standardExpressions)) {
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
    ['[1][dyn(0.5)]', 'unsupported index value 0.5 in list'],
    ["[1][dyn('a')]", "unsupported index type 'string' in list"],
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
