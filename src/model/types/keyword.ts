import type { Place } from '../../diagnostics.ts';
import { refused, type TypeModel } from '../type-model.ts';

/** A type that is one word of the language. */
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
      return refused(place, 'any says nothing that a schema could', 'say unknown to accept every value');
    default:
      return refused(
        place,
        `${name} cannot be turned into a schema`,
        hints[name] ?? 'JSON has no such value',
      );
  }
}

const hints: Readonly<Record<string, string>> = {
  bigint: "JSON has no bigint: say Int64 from '@opgen/runtime', or string for more digits",
  symbol: 'JSON has no symbols: say string',
  void: 'JSON has no void: a field that may be absent has a question mark',
  this: 'write the name of the type',
};
