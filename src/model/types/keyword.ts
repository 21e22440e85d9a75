import type { Place } from '../../diagnostics.ts';
import type { TypeModel } from '../type-model.ts';
import type { Resolution } from './resolution.ts';

/** A type that is one word of the language. */
export function keywordType(name: string, place: Place, resolution: Resolution): TypeModel {
  switch (name) {
    case 'string':
    case 'boolean':
      return { kind: 'primitive', type: name, place };
    case 'number':
      resolution.warn(
        place,
        'a bare number becomes an integer of no particular size',
        "say Int32, Int64 or Double, from '@opgen/runtime'",
        'OPG1204',
      );
      return { kind: 'primitive', type: 'integer', place };
    case 'unknown':
      return { kind: 'anything', place };
    case 'object':
      return { kind: 'openObject', place };
    case 'any':
      return resolution.refuse(
        place,
        'any says nothing that a schema could',
        'say unknown to accept every value',
      );
    default:
      return resolution.refuse(place, `${name} cannot be turned into a schema`, 'JSON has no such value');
  }
}
