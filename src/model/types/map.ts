import type { Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type TypeModel, unwrapped } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** `Record<…>` or an index signature: keys that are listed are properties, keys that are any text make a map. */
export function mapType(
  key: TypeSyntax,
  value: TypeSyntax,
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const keys = unwrapped(resolution.resolve(key, scope));
  if (keys.kind === 'literals') {
    const type = resolution.resolve(value, scope);
    const fields = keys.values.map((name) => ({
      name: String(name),
      place,
      doc: '',
      markers: [],
      markersAreIncomplete: false,
      optional: false,
      type,
    }));
    return { kind: 'object', fields, place };
  }
  if (keys.kind === 'unreadable') return keys;
  if (keys.kind !== 'primitive' || keys.type !== 'string') {
    return resolution.refuse(key.place, 'the keys of a map are strings', 'write Record<string, …>');
  }
  const values = resolution.resolve(value, scope);
  return values.kind === 'anything' ? { kind: 'openObject', place } : { kind: 'map', value: values, place };
}
