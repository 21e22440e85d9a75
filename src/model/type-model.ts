import type { Diagnostic, DiagnosticDefinition, Place } from '../diagnostics.ts';
import { typeWithoutSchema } from './diagnostics.ts';
import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';
import type { Marker } from '../markers/marker.ts';

export type Literal = string | number | boolean;

/** A type with all names looked up: what the schema is made of. */
export type TypeModel = { place: Place } & (
  | { kind: 'primitive'; type: 'string' | 'boolean' }
  /** A number that does not say its size. */
  | { kind: 'number' }
  | { kind: 'literals'; values: readonly Literal[] }
  /** Text of a certain form: a regular expression without its ends. */
  | { kind: 'pattern'; pattern: string }
  /** Whole numbers, and text of a certain form or one of certain values. */
  | { kind: 'intOrString'; pattern?: string; values?: readonly Literal[] }
  | { kind: 'list'; element: TypeModel }
  | TupleModel
  | MapModel
  | ObjectModel
  /** One of several object types. */
  | { kind: 'union'; variants: readonly TypeModel[] }
  /** An object of which nothing is known. */
  | { kind: 'openObject' }
  | { kind: 'anything' }
  /** What no value is. */
  | { kind: 'never' }
  | { kind: 'nullable'; type: TypeModel }
  /** A type or undefined: a field of it may be absent. */
  | { kind: 'optional'; type: TypeModel }
  /** A type of `@opgen/runtime`, such as Int32. */
  | { kind: 'runtime'; name: string }
  /** A type of Kubernetes, by the name of its schema. */
  | { kind: 'builtIn'; schema: string }
  /** A part of one of those. */
  | { kind: 'structural'; schema: JSONSchemaProps }
  | NamedModel
  | UnreadableModel
);

export interface TupleModel {
  kind: 'tuple';
  elements: readonly TypeModel[];
  /** So many of them are there in any case. */
  least: number;
  /** What follows them, any number of times. */
  rest?: TypeModel;
}

export interface MapModel {
  kind: 'map';
  value: TypeModel;
  /** What the keys are, where they are not any text: the server cannot hold them to it. */
  note?: Diagnostic;
}

export interface ObjectModel {
  kind: 'object';
  fields: readonly FieldModel[];
  /** It may have others, of which nothing is known. */
  open?: boolean;
  /** What stands above the types that it extends or joins, and holds for it as well. */
  markers?: readonly Marker[];
  /** Why fields are missing here. */
  problems?: readonly Diagnostic[];
}

/** A type that the project declares, with what its declaration says about it. */
export interface NamedModel {
  kind: 'named';
  name: string;
  doc: string;
  markers: readonly Marker[];
  markersAreIncomplete: boolean;
  type: TypeModel;
}

/** Something that cannot be read; that is told where a schema is made of it, and only there. */
export interface UnreadableModel {
  kind: 'unreadable';
  problem: Diagnostic;
}

export interface FieldModel {
  name: string;
  place: Place;
  doc: string;
  markers: readonly Marker[];
  /** A marker was unreadable and reported, so the others are not judged together. */
  markersAreIncomplete: boolean;
  /** What the type says: a question mark or `| undefined`. */
  optional: boolean;
  type: TypeModel;
}

/** A field of which nothing is said but its type. */
export function bareField(name: string, type: TypeModel, place: Place): FieldModel {
  return { name, place, doc: '', markers: [], markersAreIncomplete: false, ...withoutUndefined(type) };
}

/** An object with these fields, and with what else is known of it. */
export function objectOf(
  fields: readonly FieldModel[],
  place: Place,
  { markers = [], open = false, problems = [] }: Partial<Omit<ObjectModel, 'kind' | 'fields'>> = {},
): TypeModel {
  return {
    kind: 'object',
    fields,
    ...(open && { open }),
    ...(markers.length > 0 && { markers }),
    ...(problems.length > 0 && { problems }),
    place,
  };
}

/** The type behind names. */
export function unwrapped(type: TypeModel): TypeModel {
  return type.kind === 'named' ? unwrapped(type.type) : type;
}

/** A type without `| undefined`, also behind a name. */
export function withoutUndefined(type: TypeModel): { type: TypeModel; optional: boolean } {
  if (type.kind === 'optional') return { type: type.type, optional: true };
  if (type.kind !== 'named') return { type, optional: false };
  const inner = withoutUndefined(type.type);
  return inner.optional ? { type: { ...type, type: inner.type }, optional: true } : { type, optional: false };
}

/** A type that has no schema, with the reason. */
export function unreadableType(
  place: Place,
  message: string,
  hint: string,
  diagnostic: DiagnosticDefinition = typeWithoutSchema,
): TypeModel & UnreadableModel {
  return { kind: 'unreadable', problem: diagnostic({ message, hint, place }), place };
}

/** Whether two types are equal, wherever they are written. */
export function isSameType(a: TypeModel, b: TypeModel): boolean {
  return a === b || keyOf(a) === keyOf(b);
}

/** Equal for equal types. */
export function keyOf(type: TypeModel): string {
  return JSON.stringify(type, (key, value: unknown) =>
    key === 'place' || key === 'doc' ? undefined : value,
  );
}
