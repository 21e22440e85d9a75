import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document, parse } from 'yaml';
import { emitYaml } from '../../src/manifests/emit-yaml.ts';

const signs = '- --- ... % ? : # &a *a ! | > @ ` , [ { } " \' \\ \\n << ~ . + _ e x';
const words = 'null y No off TRUE text 0 7 0b 1:30 .inf .NaN 2001-12-14 t21:59:43.10 -5:30 Z';
const blanks = [
  '',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\t',
  '\r',
  '\0',
  '\x07',
  '\x1b',
  '\x7f',
  '\x85',
  '\xa0',
  '\u2028',
];
const oddities = [...signs.split(' '), ...words.split(' '), ...blanks, '\ud800', '𝒳', 'a text of many words'];
const text = fc.oneof(
  fc.array(fc.constantFrom(...oddities), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'+-_.:0159abefxTZ '), maxLength: 6 }),
);
const key = fc.oneof({ weight: 99, arbitrary: text }, fc.constant('long '.repeat(210)));
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));
const object = fc.dictionary(key, json, { maxKeys: 5, noNullPrototype: true });

const effort = { numRuns: 2_000, interruptAfterTimeLimit: 10_000 };

/** The yaml package does not quote `<<`, which would be a merge key, and loses blank lines on reading them back. */
const exception = /^<<$|^[\n\t ]*\n[\n\t ]*$/;

test('writes any object byte for byte like the yaml package', () => {
  fc.assert(
    fc.property(object, (value) => {
      fc.pre(!textsIn(value).some((each) => exception.test(each)));
      const document = new Document(value, {
        version: '1.1',
        sortMapEntries: true,
        aliasDuplicateObjects: false,
      });
      expect(emitYaml(value)).toBe(document.toString({ lineWidth: 0, indentSeq: false, directives: false }));
    }),
    effort,
  );
});

test('a YAML 1.1 parser reads any object back unchanged', () => {
  fc.assert(
    fc.property(object, (value) => {
      expect(parse(emitYaml(value), { version: '1.1' })).toStrictEqual(value);
    }),
    effort,
  );
});

test('omits undefined values', () => {
  expect(emitYaml({ a: undefined, b: { c: undefined } })).toBe('b: {}\n');
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
