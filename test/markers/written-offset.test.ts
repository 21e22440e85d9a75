import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lexer, writtenOffset } from '../../src/markers/lexer.ts';

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  é: '\\u00e9',
};
const characters = fc.constantFrom('a', ' ', "'", '.', '"', '\\', '\n', '\t', 'é', '𝒳');

test('maps each character of a quoted string to its place in the source', () => {
  fc.assert(
    fc.property(fc.array(characters, { minLength: 1, maxLength: 12 }), fc.nat(), (value, choice) => {
      const written = `"${value.map((character) => escapes[character] ?? character).join('')}"`;
      expect(new Lexer(written).string()).toBe(value.join(''));
      const index = choice % value.length;
      const offset = value.slice(0, index).join('').length;
      const character = value[index] ?? '';
      expect(written.slice(writtenOffset(written, offset))).toMatch(
        startingWith(escapes[character] ?? character),
      );
    }),
    { numRuns: 1_000 },
  );
});

function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
}
