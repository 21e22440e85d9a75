import type { Diagnostic, Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { anchored } from '../pattern.ts';
import { bareField, objectOf, refused, type TypeModel, unwrapped, withoutUndefined } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** `Record<…>` or an index signature: keys that are listed are properties, keys that are any text make a map. */
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
  if (!isText) return refused(key.place, 'the keys of a map are strings', 'write Record<string, …>');
  // A value that may be undefined is an entry that is not there.
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
  return {
    code: 'OPG1206',
    severity: 'warning',
    message: `the API server does not hold the keys of a map to ${text}`,
    hint: `say it above the field: +validation:XValidation:rule="self.all(key, ${rule.replaceAll('\\', '\\\\')})", with +validation:MaxProperties`,
    place,
  };
}
