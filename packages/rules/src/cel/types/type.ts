/** The type of an expression. */
export type Type = SimpleType | ListType | MapType | TypeType | ParameterType | ObjectType | OpaqueType;

type SimpleKind =
  | 'dyn'
  | 'error'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration';

export interface SimpleType {
  readonly kind: SimpleKind;
}

export interface ListType {
  readonly kind: 'list';
  readonly element: Type;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
}

/** The type of a type value, such as `int` or `type(x)`. */
export interface TypeType {
  readonly kind: 'type';
  readonly of?: Type;
}

/** A type parameter of a signature, or one that the checker created for a type that it does not know yet. */
export interface ParameterType {
  readonly kind: 'parameter';
  readonly name: string;
}

/** A type with named fields: an object of a schema. Library types such as a quantity are objects without fields. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  readonly fields: ReadonlyMap<string, Type>;
  /** A type of a library, which declares no fields at all. */
  readonly isOfLibrary?: true;
  /** Any other field exists too, with a value of any type. */
  readonly isOpen?: true;
}

/** A type of a library, which has no fields: an optional, an IP address. */
export interface OpaqueType {
  readonly kind: 'opaque';
  readonly name: string;
  readonly parameters: readonly Type[];
}

export const dynType: Type = { kind: 'dyn' };
export const errorType: Type = { kind: 'error' };
export const nullType: Type = { kind: 'null' };
export const boolType: Type = { kind: 'bool' };
export const intType: Type = { kind: 'int' };
export const uintType: Type = { kind: 'uint' };
export const doubleType: Type = { kind: 'double' };
export const stringType: Type = { kind: 'string' };
export const bytesType: Type = { kind: 'bytes' };
export const timestampType: Type = { kind: 'timestamp' };
export const durationType: Type = { kind: 'duration' };

export const listType = (element: Type): Type => ({ kind: 'list', element });
export const mapType = (key: Type, value: Type): Type => ({ kind: 'map', key, value });
export const parameter = (name: string): Type => ({ kind: 'parameter', name });
export const opaqueType = (name: string, ...parameters: Type[]): Type => ({
  kind: 'opaque',
  name,
  parameters,
});
export const optionalType = (value: Type): Type => opaqueType('optional_type', value);
export const objectType = (name: string, fields: Readonly<Record<string, Type>>): ObjectType => ({
  kind: 'object',
  name,
  fields: new Map(Object.entries(fields)),
});
export const libraryType = (name: string): Type => ({ ...objectType(name, {}), isOfLibrary: true });

/** The type arguments of a type, in order. */
export function parametersOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.element];
    case 'map':
      return [type.key, type.value];
    case 'type':
      return type.of === undefined ? [] : [type.of];
    case 'opaque':
      return type.parameters;
    default:
      return [];
  }
}

/** The same type with other type arguments. */
export function withParameters(type: Type, parameters: readonly Type[]): Type {
  switch (type.kind) {
    case 'list':
      return listType(parameters[0]!);
    case 'map':
      return mapType(parameters[0]!, parameters[1]!);
    case 'type':
      return type.of === undefined ? type : { kind: 'type', of: parameters[0]! };
    case 'opaque':
      return opaqueType(type.name, ...parameters);
    default:
      return type;
  }
}

/** A type as the API server's messages write it. */
export function formatType(type: Type): string {
  const name = type.kind === 'error' ? '!error!' : 'name' in type ? type.name : type.kind;
  const parameters = parametersOf(type).map(formatType).join(', ');
  return parameters === '' ? name : `${name}(${parameters})`;
}

/** Exactly the same type, without binding type parameters. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if ('name' in a && 'name' in b && a.name !== b.name) return false;
  const left = parametersOf(a);
  const right = parametersOf(b);
  return left.length === right.length && left.every((type, index) => sameType(type, right[index]!));
}
