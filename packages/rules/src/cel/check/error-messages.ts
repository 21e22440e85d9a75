import { type ObjectType, type Type, formatType } from '../types/type.ts';

// Messages of type errors, identical to those of cel-go.

export const undeclared = (name: string): string => `undeclared reference to '${name}' (in container '')`;

export const undefinedField = (name: string): string => `undefined field '${name}'`;

/** A selection of a field that a type does not have. */
export const missingField = ({ name, isOfLibrary }: ObjectType, field: string): string =>
  isOfLibrary ? `unexpected failed resolution of '${name}'` : undefinedField(field);

export const withoutFields = (type: Type): string =>
  `type '${formatType(type)}' does not support field selection`;

export const mismatch = (expected: Type, found: Type): string =>
  `expected type '${formatType(expected)}' but found '${formatType(found)}'`;

export const fieldMismatch = (name: string, expected: Type, found: Type): string =>
  `expected type of field '${name}' is '${formatType(expected)}' but provided type is '${formatType(found)}'`;

export const notIterable = (type: Type): string =>
  `expression of type '${formatType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`;

export function noOverload(name: string, types: readonly Type[], isMethod: boolean): string {
  const target = isMethod ? `${formatType(types[0]!)}.` : '';
  const args = types.slice(isMethod ? 1 : 0).map(formatType);
  return `found no matching overload for '${name}' applied to '${target}(${args.join(', ')})'`;
}
