import type { Place } from '../../diagnostics.ts';
import { unreadableType, type TypeModel } from '../type-model.ts';

/** A keyword type, such as `string` or `unknown`. */
export function keywordType(name: string, place: Place): TypeModel {
  switch (name) {
    case 'string':
    case 'boolean':
      return { kind: 'primitive', type: name, place };
    case 'number':
      return { kind: 'number', place };
    case 'unknown':
      return { kind: 'anything', place };
    case 'object':
      return { kind: 'openObject', place };
    case 'never':
      return { kind: 'never', place };
    case 'null':
      return { kind: 'nullable', type: { kind: 'never', place }, place };
    case 'undefined':
      return { kind: 'optional', type: { kind: 'never', place }, place };
    case 'any':
      return unreadableType(place, 'any has no schema', 'use unknown to accept every value');
    default:
      return unreadableType(place, `${name} has no schema`, hints[name] ?? 'JSON has no such value');
  }
}

const hints: Readonly<Record<string, string>> = {
  bigint: "JSON has no bigint: use Int64 from '@opgen/runtime', or string for more digits",
  symbol: 'JSON has no symbols: use string',
  void: 'JSON has no void: a field that may be absent has a question mark',
  this: 'write the name of the type',
};
