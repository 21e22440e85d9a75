import type { Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import type { TypeModel } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** A list of fixed length: schemas know one type for all items. */
export function tupleType(
  elements: readonly TypeSyntax[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const [first] = elements;
  if (first === undefined || elements.some(({ text }) => text !== first.text)) {
    return resolution.refuse(
      place,
      'a tuple of different types cannot be turned into a schema',
      'make it an object',
    );
  }
  return { kind: 'list', element: resolution.resolve(first, scope), length: elements.length, place };
}
