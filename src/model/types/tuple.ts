import type { Place } from '../../diagnostics.ts';
import type { TupleElement } from '../../source/type-syntax.ts';
import { unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** A tuple: each element has a type of its own. */
export function tupleType(
  elements: readonly TupleElement[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const types: TypeModel[] = [];
  let least = 0;
  let rest: TypeModel | undefined;
  for (const element of elements) {
    const type = resolution.resolve(element.type, scope);
    if (rest !== undefined)
      return unreadableType(
        element.type.place,
        'the rest element must be the last of a tuple',
        'write a list: T[]',
      );
    if (!element.rest) {
      types.push(type);
      if (!element.optional) least = types.length;
      continue;
    }
    const spread = unwrapped(type);
    if (spread.kind === 'unreadable') return spread;
    if (spread.kind === 'tuple') {
      if (spread.least > 0) least = types.length + spread.least;
      types.push(...spread.elements);
      rest = spread.rest;
    } else if (spread.kind === 'list') rest = spread.element;
    else
      return unreadableType(
        element.type.place,
        `${element.type.text} is not a list`,
        'spread a list: ...string[]',
      );
  }
  return { kind: 'tuple', elements: types, least, ...(rest && { rest }), place };
}
