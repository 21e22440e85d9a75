import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  any,
  type ArgumentType,
  jsonOrAny,
  list,
  named,
  number,
  optional,
  pair,
  quotedText,
  scalar,
  structure,
  text,
} from '../../src/markers/argument-types.ts';
import { Lexer } from '../../src/markers/lexer.ts';

const strings = fc.string({ unit: 'grapheme' });
const scalars = fc.oneof(
  strings,
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const json = fc.jsonValue({ maxDepth: 2 });

test.each<[string, ArgumentType<unknown>, fc.Arbitrary<unknown>]>([
  ['text', text(), strings],
  ['quoted text', quotedText(), strings],
  ['a number', number(), fc.double({ noNaN: true, noDefaultInfinity: true })],
  ['a scalar', scalar(), scalars],
  ['a list', list(scalar()), fc.array(scalars)],
  ['JSON', jsonOrAny(), json],
  ['a structure', structure(), json],
  ['any list', any(), fc.array(scalars, { minLength: 1 })],
  [
    'any map',
    any(),
    fc.dictionary(
      strings.filter((key) => key !== '__proto__'),
      scalars,
      { minKeys: 1, noNullPrototype: true },
    ),
  ],
  [
    'a pair',
    pair(),
    fc.tuple(
      fc.stringMatching(/^[a-z./]+$/),
      fc.stringMatching(/^[\w ;,{}"`-]*$/).map((value) => value.trim()),
    ),
  ],
  [
    'named arguments',
    named({ rule: optional(text()), fields: optional(list(text())), size: optional(number()) }),
    fc.record(
      { rule: strings, fields: fc.array(strings, { minLength: 1 }), size: fc.integer() },
      { requiredKeys: [] },
    ),
  ],
])('reads back %s unchanged', (_, type, values) => {
  // JSON has no -0.
  const anyOfThem = values.map((value): unknown => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(anyOfThem, (value) => {
      const written = type.write(value);
      const lexer = new Lexer(written);
      expect(type.read(lexer), written).toEqual(value);
      expect(lexer.atEnd, written).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
