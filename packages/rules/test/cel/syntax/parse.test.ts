import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../src/cel/syntax/parse.ts';

function printed(text: string): string {
  const { source, problems } = parse(text);
  return source.print(problems);
}

describe('a text that is no expression', () => {
  it.each([
    ['1 +', "1:4: Syntax error: mismatched input '<EOF>' expecting {"],
    ['(1', "1:3: Syntax error: missing ')' at '<EOF>'"],
    ['((1', "1:4: Syntax error: mismatched input '<EOF>' expecting ')'"],
    ['[1', "1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}"],
    ['f(1 2)', "1:5: Syntax error: extraneous input '2' expecting ')'"],
    ['a = 1', "1:3: Syntax error: token recognition error at: '= '"],
    ['a b', "1:3: Syntax error: extraneous input 'b' expecting <EOF>"],
    ['a.', "1:3: Syntax error: no viable alternative at input '.'"],
    ['a ? b', "1:6: Syntax error: mismatched input '<EOF>' expecting ':'"],
    ['a == $', "1:6: Syntax error: token recognition error at: '$'"],
    ["'open", "1:1: Syntax error: token recognition error at: ''open'"],
    ['9223372036854775808', '1:1: invalid int literal'],
    ['18446744073709551616u', '1:1: invalid uint literal'],
    ['1e999', '1:1: invalid double literal'],
    ["'\\ud800'", '1:1: invalid unicode code point'],
    ['namespace == 1', '1:1: reserved identifier: namespace'],
    ['has(a)', '1:5: invalid argument to has() macro'],
    ['a.all(b.c, true)', '1:8: argument must be a simple name'],
    ['a.map(1, 2)', '1:7: argument is not an identifier'],
    ['a.all(x, x, true)', '1:10: duplicate variable name: x'],
    ['a.exists(__result__, true)', '1:10: iteration variable overwrites accumulator variable'],
    ['o.optMap(1, 2)', '1:10: optMap() variable name must be a simple identifier'],
    ['a.`b-c`', "1:3: unsupported syntax: '`'"],
  ])('%s is refused: %s', (text, message) => {
    expect(printed(text)).toContain(`ERROR: <input>:${message}`);
  });

  it('is shown with a caret below the place, in its line', () => {
    expect(printed("self.a == 'é' &&\n\tself.b ==")).toBe(
      "ERROR: <input>:2:11: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true'," +
        " 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n |  self.b ==\n | ..........^",
    );
  });

  it('may be too deep or too long', () => {
    expect(printed(`${'('.repeat(300)}1${')'.repeat(300)}`)).toContain('recursion limit exceeded');
    expect(printed(`1${'+1'.repeat(300)}`)).toContain('recursion limit exceeded');
    expect(printed(`a${'.a'.repeat(300)}`)).toContain('recursion limit exceeded');
    expect(printed(' '.repeat(100_001))).toContain(
      'code point size exceeds limit: size: 100001, limit 100000',
    );
  });
});

it('takes a long chain of && and ||', () => {
  expect(printed(Array.from({ length: 5000 }, () => 'a').join(' && '))).toBe('');
});

const words = fc.constantFrom(
  ...`self . a ( ) [ ] { } ? : , ! - + == && || in 1 2u 1.5 'x' b"y" r'''z''' true null has all \`q\` " \\ // 😀`.split(
    ' ',
  ),
  '\n',
);

describe('any text', () => {
  it('is read or refused with a place inside it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(words).map((parts) => parts.join(' ')),
        ),
        (text) => {
          const { expression, problems } = parse(text);
          expect(expression === undefined).toBe(problems.length > 0);
          for (const { place } of problems) {
            if (place !== undefined) expect(place.offset).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
