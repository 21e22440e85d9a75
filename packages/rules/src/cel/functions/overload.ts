import type { Type } from '../types/type.ts';
import { Duration } from '../../duration/duration.ts';
import {
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
  isList,
  isMapping,
  isOpaque,
} from '../values/value.ts';

/** One signature of a function with its implementation. The first parameter of a method is its target. */
export interface Overload {
  readonly id: string;
  readonly isMethod: boolean;
  readonly parameters: readonly Type[];
  readonly result: Type;
  /** Called only with values of the parameters' types. */
  readonly evaluate: (...args: never[]) => Value;
  /** For functions whose second argument is a regular expression: compiles a literal once. */
  readonly withPattern?: (pattern: string) => (text: string, pattern: string, ...more: never[]) => Value;
}

/** The functions an expression may call, each with its overloads in the order in which they are tried. */
export type Functions = ReadonlyMap<string, readonly Overload[]>;

/** The functions of a library by name. */
export type Library = Readonly<Record<string, readonly Overload[]>>;

export function overload(
  id: string,
  parameters: readonly Type[],
  result: Type,
  evaluate: (...args: never[]) => Value,
): Overload {
  return { id, isMethod: false, parameters, result, evaluate };
}

export function method(
  id: string,
  parameters: readonly Type[],
  result: Type,
  evaluate: (...args: never[]) => Value,
): Overload {
  return { id, isMethod: true, parameters, result, evaluate };
}

/** The functions of several libraries. Functions of the same name have the overloads of all libraries. */
export function functionsOf(libraries: readonly Library[]): Functions {
  const functions = new Map<string, readonly Overload[]>();
  for (const library of libraries) {
    for (const [name, overloads] of Object.entries(library)) {
      functions.set(name, [...(functions.get(name) ?? []), ...overloads]);
    }
  }
  return functions;
}

/** Whether a parameter accepts a value, which decides between the overloads that the types allow. */
export function accepts(type: Type, value: Value): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'parameter':
    case 'error':
      return true;
    case 'null':
      return value === null;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint';
    case 'uint':
      return value instanceof Uint;
    case 'double':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string';
    case 'bytes':
      return value instanceof Uint8Array;
    case 'timestamp':
      return value instanceof Timestamp;
    case 'duration':
      return value instanceof Duration;
    case 'type':
      return value instanceof TypeValue;
    case 'list':
      return isList(value);
    case 'map':
      return isMapping(value);
    default:
      return type.name === 'optional_type'
        ? value instanceof Optional
        : isOpaque(value) && value.typeName === type.name;
  }
}
