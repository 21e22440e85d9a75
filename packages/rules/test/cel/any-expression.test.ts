import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RuleValidator } from '../../src/cel/rules/rule-validator.ts';
import { checkRule } from '../../src/cel/rules/check-rule.ts';
import { kubernetesFunctions } from '../../src/cel/libraries/kubernetes.ts';
import { memcachedSpec } from './rules/memcached-schema.ts';
import { values } from './rules/memcached-values.ts';

const names = [...kubernetesFunctions.keys()].filter((name) => /^[a-zA-Z.]+$/.test(name));
const fields = Object.keys(memcachedSpec().properties ?? {}).filter((name) => /^\w+$/.test(name));
const macros = [
  'all',
  'exists',
  'exists_one',
  'map',
  'filter',
  'transformList',
  'transformMap',
  'optMap',
  'sortBy',
];

/** Texts that often are expressions, and seldom well typed ones. */
const expressions = fc.letrec<{ any: string; simple: string }>((tie) => ({
  simple: fc.oneof(
    fc.constantFrom(...fields).map((field) => `self.${field}`),
    fc.constantFrom(
      '1',
      '-1',
      '2u',
      '1.5',
      "'a'",
      "b'a'",
      'true',
      'null',
      '[]',
      '{}',
      'x',
      'oldSelf',
      "'[a-z]+'",
    ),
    fc.constantFrom("duration('1s')", "timestamp('2024-01-01T00:00:00Z')", '9223372036854775807', "'é😀'"),
  ),
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('simple'),
    fc
      .tuple(
        tie('any'),
        fc.constantFrom('+', '-', '*', '/', '%', '<', '==', '!=', '&&', '||', 'in'),
        tie('any'),
      )
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(fc.constantFrom(...names), fc.array(tie('any'), { maxLength: 2 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(tie('any'), fc.constantFrom(...names), fc.array(tie('any'), { maxLength: 2 }))
      .map(([target, name, args]) => `${target}.${name}(${args.join(', ')})`),
    fc
      .tuple(tie('any'), fc.constantFrom(...macros), fc.constantFrom('x', 'x, y'), tie('any'))
      .map(([target, name, variables, body]) => `${target}.${name}(${variables}, ${body})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `${a}[${b}]`),
    fc.tuple(tie('any'), fc.constantFrom(...fields)).map(([a, field]) => `dyn(${a}).${field}`),
    fc.tuple(tie('any'), fc.constantFrom(...fields)).map(([a, field]) => `${a}.?${field}.orValue(${a})`),
  ),
}));

it('any expression is refused, or is evaluated and ends', () => {
  fc.assert(
    fc.property(expressions.any, (text) => {
      const rule = `dyn(${text}) == dyn(1)`;
      const { problems, estimatedCost } = checkRule(rule, memcachedSpec());
      for (const { place } of problems) {
        if (place !== undefined) expect(place.offset).toBeLessThanOrEqual(rule.length);
      }
      expect(estimatedCost).toBeGreaterThanOrEqual(0n);
      for (const value of values)
        new RuleValidator(memcachedSpec({ rule }), false).validate(value, values[0]);
    }),
    { numRuns: 1500 },
  );
});
