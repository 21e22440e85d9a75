import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, bytesType, intType, listType, mapType, parameter, stringType } from '../types/type.ts';
import { characterCount } from '../source/characters.ts';
import { matcher } from './re2.ts';
import type { List, Mapping, Value } from '../values/value.ts';

const twoTexts = [stringType, stringType];

/** The string functions of standard CEL, and `size`. */
export const text: Library = {
  contains: [
    method('contains_string', twoTexts, boolType, (all: string, part: string) => all.includes(part)),
  ],
  endsWith: [
    method('ends_with_string', twoTexts, boolType, (all: string, part: string) => all.endsWith(part)),
  ],
  startsWith: [
    method('starts_with_string', twoTexts, boolType, (all: string, part: string) => all.startsWith(part)),
  ],
  matches: [
    { ...overload('matches', twoTexts, boolType, matches), withPattern },
    { ...method('matches_string', twoTexts, boolType, matches), withPattern },
  ],
  size: ([overload, method] as const).flatMap((define) => {
    const id = (name: string): string => (define === method ? `${name}_size` : `size_${name}`);
    return [
      define(id('bytes'), [bytesType], intType, (bytes: Uint8Array) => BigInt(bytes.length)),
      define(id('list'), [listType(parameter('A'))], intType, (list: List) => BigInt(list.size)),
      define(id('map'), [mapType(parameter('A'), parameter('B'))], intType, (map: Mapping) =>
        BigInt(map.size),
      ),
      define(id('string'), [stringType], intType, (value: string) => BigInt(characterCount(value))),
    ];
  }),
};

function matches(value: string, pattern: string): Value {
  return withPattern(pattern)(value);
}

function withPattern(pattern: string): (value: string) => Value {
  const machine = matcher(pattern);
  return (value) => machine.test(value);
}
