import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { compareSchemas } from '../../../src/schema/compare/compare-schemas.ts';
import { validateValue } from '../../../src/schema/validate-value.ts';
import { changeCases, equalSchemas } from './changes.ts';

describe.each(changeCases)('$severity: $title', ({ after, before, path, refused, rule, severity }) => {
  test(`is ${rule}`, () => {
    const found = compareSchemas(before, after).filter((change) => change.rule === rule);
    expect(found).toMatchObject([{ severity, path }]);
    expect(found[0]?.message).not.toBe('');
  });

  test.skipIf(refused === undefined)('rejects a value that was accepted before', () => {
    expect(validateValue(refused ?? null, before)).toEqual([]);
    expect(validateValue(refused ?? null, after)).not.toEqual([]);
  });
});

test('the reverse of a safe change is not safe', () => {
  const safe = changeCases.filter(({ severity }) => severity === 'safe');
  expect(safe).not.toEqual([]);
  for (const { after, before } of safe) {
    const back = compareSchemas(after, before).map((change) => change.severity);
    expect(back.some((each) => each !== 'safe')).toBe(true);
  }
});

describe('reports no change for', () => {
  test.each(equalSchemas)('%s', (_, before, after) => {
    expect(compareSchemas(before, after)).toEqual([]);
    expect(compareSchemas(after, before)).toEqual([]);
  });
});

describe('any schema', () => {
  const schemas = fc.constantFrom(...changeCases.flatMap(({ after, before }) => [before, after]));
  const nested = fc.letrec<{ schema: JSONSchemaProps }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      schemas,
      fc.record({ type: fc.constant('array' as const), items: tie('schema') }),
      fc.record({
        type: fc.constant('object' as const),
        properties: fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), tie('schema'), { maxKeys: 3 }),
      }),
    ),
  })).schema;

  test('does not differ from itself', () => {
    fc.assert(
      fc.property(
        nested,
        (schema) => void expect(compareSchemas(schema, structuredClone(schema))).toEqual([]),
      ),
    );
  });

  test('can be compared with any other, and every change has a place and a reason', () => {
    fc.assert(
      fc.property(nested, nested, (before, after) => {
        for (const { message, path } of compareSchemas(before, after)) {
          expect(message).not.toBe('');
          expect(path).toMatch(/^(\..+|\[\]|\{\})*$/s);
        }
      }),
    );
  });
});
