import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitionsOfSources } from '../../src/manifests/definitions-of-sources.ts';

const field = fc.constantFrom('a', 'b', 'c');
const plain = fc.constantFrom(
  'string',
  'boolean',
  'Int32',
  'Double',
  'Quantity',
  'Time',
  'IntOrString',
  'RawExtension',
  'Condition',
  'unknown',
  'object',
  'null',
  'undefined',
  'never',
  "'x'",
  "'y'",
  '1',
  '2.5',
  'true',
  'Named',
  'Season',
  'Season.Winter',
  'Looped',
  'Alias',
  'keyof Named',
  '(typeof phases)[number]',
  '() => void',
  'Date',
  'symbol',
  'Missing',
);

/** Types of every form, valid or not. */
const { type } = fc.letrec<{ type: string }>((tie) => {
  const inner = tie('type');
  const pair = fc.tuple(inner, inner);
  const members = fc.uniqueArray(fc.tuple(field, fc.constantFrom('', '?'), inner), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 3,
  });
  const object = members.map(
    (all) => `{ ${all.map(([name, mark, of]) => `${name}${mark}: ${of}`).join('; ')} }`,
  );
  return {
    type: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      plain,
      object,
      inner.map((of) => `(${of})[]`),
      inner.map((of) => `Record<string, ${of}>`),
      inner.map((of) => `Record<'a' | 'b', ${of}>`),
      inner.map((of) => `Partial<${of}>`),
      inner.map((of) => `Required<${of}>`),
      inner.map((of) => `NonNullable<${of}>`),
      inner.map((of) => `Omit<${of}, 'a'>`),
      inner.map((of) => `Pick<${of}, 'a'>`),
      inner.map((of) => `Box<${of}>`),
      inner.map((of) => `Deep<${of}>`),
      inner.map((of) => `(${of})['a']`),
      inner.map((of) => `keyof (${of})`),
      inner.map((of) => `{ [K in keyof (${of})]?: (${of})[K] }`),
      inner.map((of) => `{ [K in 'a' | 'b' as \`\${K}-c\`]: ${of} }`),
      inner.map((of) => `\`p-\${${of}}\``),
      pair.map(([a, b]) => `(${a}) | (${b})`),
      pair.map(([a, b]) => `(${a}) & (${b})`),
      pair.map(([a, b]) => `[${a}, ${b}?]`),
      pair.map(([a, b]) => `[${a}, ...(${b})[]]`),
      pair.map(([a, b]) => `Exclude<${a}, ${b}>`),
      pair.map(([a, b]) => `Choice<${a}> | Extract<${a}, ${b}>`),
      pair.map(([a, b]) => `(${a}) extends (${b}) ? 'yes' : 'no'`),
    ),
  };
});

const source = (of: string): string => `
import { type Condition, type CustomResource, defineKind, type Double, type Int32, type IntOrString, type Quantity, type RawExtension, type Time } from '@opgen/runtime';
const phases = ['Pending', 'Ready'] as const;
enum Season { Winter = 'Winter', Summer = 'Summer' }
interface Named { a: string; /** Counts. */ b?: Int32 }
type Alias = Named | { c: 'only' };
interface Looped { a?: Looped[] }
interface Box<T> { a: T; b?: T }
type Deep<T> = { [K in keyof T]?: Deep<T[K]> };
type Choice<T> = T extends string ? 'text' : T extends object ? { a: T } : T;
export interface ShelfSpec { field: ${of} }
export interface Shelf extends CustomResource<ShelfSpec> { apiVersion: 'any.example.com/v1'; kind: 'Shelf' }
export const Shelf = defineKind<Shelf>({ apiVersion: 'any.example.com/v1', kind: 'Shelf', plural: 'shelves', scope: 'Cluster' });
`;

test('any type becomes a valid schema, or an error with a place and a hint', async () => {
  const runs = { all: 0, valid: 0 };
  await fc.assert(
    fc.asyncProperty(type, async (of) => {
      const content = source(of);
      const { definitions, diagnostics } = await definitionsOfSources([{ path: 'src/shelf.ts', content }]);
      runs.all += 1;
      if (diagnostics.length === 0) {
        runs.valid += 1;
        expect(definitions).toHaveLength(1);
      }
      for (const { code, hint, place } of diagnostics) {
        // Any other code would mean that only the rules of the API server rejected the schema.
        expect(code).toMatch(/^OPG12/);
        expect(hint).toBeDefined();
        expect(place?.line).toBeLessThanOrEqual(content.split('\n').length);
      }
    }),
    { numRuns: 600 },
  );
  // About a quarter are valid. With far fewer, the property would test errors only.
  expect(runs.valid / runs.all).toBeGreaterThan(0.1);
});
