import { describe, expect, it } from 'vitest';
import { type RuleOutcome, RuleValidator } from '../../../src/cel/rules/rule-validator.ts';
import type { ValidationRule } from '../../../src/schema/json-schema-props.ts';
import { memcachedSpec } from './memcached-schema.ts';

const small = { name: 'a', items: [], size: 3 };

function validated(rule: ValidationRule | string, value: object, old?: object): RuleOutcome {
  const rules = typeof rule === 'string' ? { rule } : rule;
  return new RuleValidator(memcachedSpec(rules), false).validate(value, old, 'spec');
}

describe('a rule', () => {
  it.each<[sentence: string, rule: string, value: object]>([
    ['reads properties by their escaped names', 'self.dash__dash__ed == "x"', { 'dash-ed': 'x' }],
    [
      'reads properties named like reserved words',
      'self.__namespace__ == "x" && self.namespace == "x"',
      { namespace: 'x' },
    ],
    ['takes null for absent', '!has(self.nothing)', { nothing: null }],
    [
      'sees integers as int and numbers as double',
      'type(self.size) == int && type(self.ratio) == double',
      { ratio: 1 },
    ],
    [
      'sees times and durations',
      'self.since.getFullYear() == 2024 && self.timeout.getMinutes() == 90',
      { since: '2024-01-01T00:00:00Z', timeout: '90m' },
    ],
    [
      'sees days and bytes',
      'self.day.getMonth() == 1 && self.secret == b"abc"',
      { day: '2024-02-01', secret: 'YWJj' },
    ],
    ['reads durations in words', 'self.timeout == duration("48h")', { timeout: '2 days' }],
    ['sees ports as what they are', 'type(self.port) == string', { port: 'http' }],
    [
      'compares sets whatever their order',
      'self.tags == ["b", "a"] && self.tags + ["a", "c"] == ["c", "b", "a"]',
      { tags: ['a', 'b'] },
    ],
    [
      'compares lists with keys whatever their order',
      'self.items == self.items.reverse()',
      { items: [{ key: 'a' }, { key: 'b' }] },
    ],
    ['compares other lists as they are', 'self.words != ["b", "a"]', { words: ['a', 'b'] }],
    [
      'goes over the properties of an object it knows',
      'self.nested.map(k, k) == ["deep"]',
      { nested: { deep: {} } },
    ],
  ])('%s: %s', (_, rule, value) => {
    expect(validated(rule, { ...small, ...value })).toEqual({ failures: [], tolerated: [] });
  });

  it('is not evaluated without a value', () => {
    const schema = {
      type: 'object',
      properties: { part: { ...memcachedSpec({ rule: 'false' }), nullable: true } },
    };
    expect(new RuleValidator(schema).validate({ part: null }).failures).toEqual([]);
    expect(new RuleValidator(schema).validate({}).failures).toEqual([]);
  });

  it('ends all further ones when it costs too much', () => {
    const words = Array.from({ length: 2000 }, (_, index) => `word-${index}`);
    const dear = 'self.words.all(a, self.words.all(b, a != b || a == b))';
    const { failures } = new RuleValidator(memcachedSpec({ rule: dear }, { rule: 'false' }), false).validate({
      ...small,
      words,
    });
    expect(failures.map(({ detail }) => detail)).toEqual([
      `'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${dear}`,
    ]);
  });

  it('finds the budget of the object spent', () => {
    const numbers = Array.from({ length: 280 }, (_, index) => index);
    const rules = Array.from({ length: 30 }, () => ({
      rule: 'self.numbers.all(a, self.numbers.all(b, a != b || a == b))',
    }));
    const { failures } = new RuleValidator(memcachedSpec(...rules), false).validate({ ...small, numbers });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({
      detail: 'validation failed due to running out of cost budget, no further validation rules will be run',
    });
  });

  it('is a warning where what it is about was so before', () => {
    const schema = {
      type: 'object',
      properties: { a: memcachedSpec({ rule: 'self.size > 5' }), b: { type: 'string' } },
    };
    const { failures, tolerated } = new RuleValidator(schema).validate({ a: small, b: 'new' }, { a: small });
    expect(failures).toEqual([]);
    expect(tolerated).toEqual([{ type: 'Invalid', field: 'a', detail: 'failed rule: self.size > 5' }]);
  });
});

it('tells the times of a set apart', () => {
  const times = {
    type: 'array',
    'x-kubernetes-list-type': 'set',
    items: { type: 'string', format: 'date-time' },
  };
  const rule = '(self + [timestamp("2024-01-01T00:00:00Z")]).size() == 2';
  const schema = {
    type: 'object',
    properties: { times: { ...times, 'x-kubernetes-validations': [{ rule }] } },
  };
  const value = { times: ['2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z'] };
  expect(new RuleValidator(schema).validate(value).failures).toEqual([]);
});

it('compares long sets in time proportional to their length', () => {
  const tags = Array.from({ length: 20_000 }, (_, index) => `tag-${index}`);
  const rule = 'self.tags == self.tags.reverse() && (self.tags + self.tags).size() == 20000';
  expect(validated(rule, { ...small, tags })).toEqual({ failures: [], tolerated: [] });
});
