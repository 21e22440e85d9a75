import { characterCount } from '../source/characters.ts';
import type { Expression } from '../syntax/expression.ts';
import { type Type, parametersOf } from '../types/type.ts';
import { isOptional } from '../types/unify.ts';
import { type Range, exactly, union } from './range.ts';

/** The size of the keys and values of a list or map. */
export interface EntrySize {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

/** The sizes of a value that may be either of two. */
export function joined(a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) };
}

/** The size of a literal. */
export function literalSize(expression: Expression): Range | undefined {
  switch (expression.kind) {
    case 'literal':
      if (typeof expression.value === 'string') return exactly(characterCount(expression.value));
      return exactly(expression.value instanceof Uint8Array ? expression.value.length : 1);
    case 'list':
      return exactly(expression.elements.length);
    case 'map':
      return exactly(expression.entries.length);
    default:
      return undefined;
  }
}

/** Types whose values all have the same size. */
export function isScalar(type: Type): boolean {
  if (isOptional(type)) return isScalar(parametersOf(type)[0]!);
  return ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(type.kind);
}
