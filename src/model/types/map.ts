import type { Diagnostic, Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { uncheckedMapKeys } from '../diagnostics.ts';
import { anchored } from '../pattern.ts';
import {
  bareField,
  objectOf,
  unreadableType,
  type TypeModel,
  unwrapped,
  withoutUndefined,
} from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** `Record<…>` or an index signature: literal keys are properties, string keys make a map. */
export function mapOf(
  key: TypeSyntax,
  value: TypeModel,
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const type = resolution.resolve(key, scope);
  const keys = unwrapped(type);
  if (keys.kind === 'literals') {
    return objectOf(
      keys.values.map((name) => bareField(String(name), value, place)),
      place,
    );
  }
  if (keys.kind === 'unreadable') return keys;
  const isText = keys.kind === 'pattern' || (keys.kind === 'primitive' && keys.type === 'string');
  if (!isText)
    return unreadableType(key.place, 'the keys of a map must be strings', 'write Record<string, …>');
  // JSON has no undefined, so an entry with this value is absent.
  const values = withoutUndefined(value).type;
  if (values.kind === 'anything') return { kind: 'openObject', place };
  const note = noteOnKeys(type, key);
  return { kind: 'map', value: values, ...(note && { note }), place };
}

function noteOnKeys(type: TypeModel, { place, text }: TypeSyntax): Diagnostic | undefined {
  const inner = unwrapped(type);
  const isMarked = type.kind === 'named' && type.markers.length > 0;
  if (inner.kind !== 'pattern' && !isMarked) return undefined;
  const rule = inner.kind === 'pattern' ? `key.matches('${anchored(inner.pattern)}')` : '…';
  return uncheckedMapKeys({
    message: `the API server does not validate that the keys of the map match ${text}`,
    hint: `add above the field: +validation:XValidation:rule="self.all(key, ${rule.replaceAll('\\', '\\\\')})", with +validation:MaxProperties`,
    place,
  });
}
