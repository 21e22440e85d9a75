import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Machine } from '../../src/re2/machine.ts';
import { PatternError } from '../../src/re2/pattern.ts';

describe('a pattern', () => {
  it.each([
    ['a|ab', 'ab', 'a'],
    ['(a|ab)(c|bcd)', 'abcd', 'abcd'],
    ['a*?b', 'aab', 'aab'],
    ['a{2,3}', 'aaaa', 'aaa'],
    ['a{2,3}?', 'aaaa', 'aa'],
    ['a{,3}', 'a{,3}', 'a{,3}'],
    ['(?i)straSSe', 'STRASSE', 'STRASSE'],
    ['(?i:a)b', 'Ab AB', 'Ab'],
    ['(?U)a+', 'aaa', 'a'],
    ['(?m)^b$', 'a\nb\nc', 'b'],
    ['^b', 'a\nb', ''],
    ['a.c', 'a\nc', ''],
    ['(?s)a.c', 'a\nc', 'a\nc'],
    ['[^a]', '\n', '\n'],
    [String.raw`\d+\s\w`, 'a12 b', '12 b'],
    [String.raw`\s`, '\v\u00a0', ''],
    [String.raw`[[:alpha:]_-]+`, '1a-b_2', 'a-b_'],
    [String.raw`\p{Greek}+\pN`, 'aαβ1', 'αβ1'],
    [String.raw`[\p{Lu}\p{Thai}]+\p{^L}`, 'aÄก1', 'Äก1'],
    [String.raw`\p{Yi}`, 'aꀀ', 'ꀀ'],
    [String.raw`\Q.*\E.`, 'a.*b', '.*b'],
    [String.raw`\x41\x{1F600}\101`, 'A😀A', 'A😀A'],
    [String.raw`\bfoo\b`, 'a foo.', 'foo'],
    ['(?P<year>[0-9]{4})', 'in 2024', '2024'],
    ['[]a]+', 'x]a', ']a'],
    ['[a-]+', 'b-a', '-a'],
    ['(a*)*b', 'aaab', 'aaab'],
    ['.', '😀', '😀'],
  ])('%s finds in %j: %j', (pattern, text, found) => {
    expect(new Machine(pattern).find(text)).toBe(found);
  });

  it.each([
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<!a)', 'invalid named capture: `(?<!a)`'],
    ['(a{100}){11}', 'invalid repeat count: `{11}`'],
    [String.raw`(a)\1`, String.raw`invalid escape sequence: ${'`'}\1${'`'}`],
    [String.raw`\u0041`, String.raw`invalid escape sequence: ${'`'}\u${'`'}`],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a++', 'invalid nested repetition operator: `++`'],
    ['*a', 'missing argument to repetition operator: `*`'],
    ['(a', 'missing closing ): `(a`'],
    ['a)', 'unexpected ): `a)`'],
    ['[a', 'missing closing ]: `[a`'],
    ['[b-a]', 'invalid character class range: `b-a`'],
    ['a{2000}', 'invalid repeat count: `{2000}`'],
    ...['\\p{Nothing}', '\\p{Letter}', '\\p{Old_Italic}', '\\p{Grek}', '\\p{greek}'].map(
      (unknown): [string, string] => [unknown, `invalid character class range: \`${unknown}\``],
    ),
    ['a\\', 'trailing backslash at end of expression: ``'],
  ])('%s is refused: %s', (pattern, message) => {
    expect(() => new Machine(pattern)).toThrow(`error parsing regexp: ${message}`);
  });

  it('takes time in proportion to the text', () => {
    expect(new Machine('(a+)+$').test(`${'a'.repeat(5000)}b`)).toBe(false);
  });

  it('is not wrong about texts of more characters and places than it remembers', () => {
    const machine = new Machine(String.raw`^(?:[a-y]|\p{Han}){800}z?$`);
    const han = Array.from({ length: 799 }, (_, index) => String.fromCodePoint(0x4e_00 + index)).join('');
    for (const [text, matches] of [
      [`${han}a`, true],
      [`${han}az`, true],
      [`${han}aa`, false],
      [han, false],
    ] as const)
      expect(machine.test(text)).toBe(matches);
  });
});

describe('any pattern', () => {
  const characters = fc.constantFrom(
    ...String.raw`a b ( ) [ ] { } * + ? | ^ $ . \ - , 1 2 : = i P < > d w`.split(' '),
  );

  it('is read or refused', () => {
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 12 }), (parts) => {
        try {
          new Machine(parts.join('')).find('ab12');
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('of simple parts finds what JavaScript finds', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      'ab?',
      'a*',
      '(a|b)',
      '(a|ab)',
      'b{1,2}',
      '.',
      'a+?',
      '[ab]',
      '^',
      '$',
      String.raw`\b`,
      String.raw`\B`,
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c') }),
        (parts, text) => {
          const pattern = parts.join('');
          const machine = new Machine(pattern);
          expect(machine.find(text)).toBe(new RegExp(pattern, 'u').exec(text)?.[0] ?? '');
          // The second time it goes by what it found out the first time.
          const matches = new RegExp(pattern, 'u').test(text);
          expect([machine.test(text), machine.test(text)]).toEqual([matches, matches]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
