import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { Diagnostic, DiagnosticDefinition, Place } from '../diagnostics.ts';
import { typeWithoutSchema } from './diagnostics.ts';
import type { Marker } from '../markers/marker.ts';

export type Literal = string | number | boolean;

/** A type with all names resolved, from which opgen generates the schema. */
export type TypeModel = { place: Place } & (
  | { kind: 'primitive'; type: 'string' | 'boolean' }
  /** `number`, which has no format. */
  | { kind: 'number' }
  | { kind: 'literals'; values: readonly Literal[] }
  /** A string that matches a regular expression, given without anchors. */
  | { kind: 'pattern'; pattern: string }
  /** Integers and strings, limited by a pattern for the strings or by a list of values. */
  | { kind: 'intOrString'; pattern?: string; values?: readonly Literal[] }
  | { kind: 'list'; element: TypeModel }
  | TupleModel
  | MapModel
  | ObjectModel
  /** One of several object types. */
  | { kind: 'union'; variants: readonly TypeModel[] }
  /** An object with unknown fields. */
  | { kind: 'openObject' }
  | { kind: 'anything' }
  /** The type without values. */
  | { kind: 'never' }
  | { kind: 'nullable'; type: TypeModel }
  /** `T | undefined`: a field of this type may be absent. */
  | { kind: 'optional'; type: TypeModel }
  /** A type of `@opgen/runtime`, such as Int32. */
  | { kind: 'runtime'; name: string }
  /** A type of Kubernetes, by the name of its schema. */
  | { kind: 'builtIn'; schema: string }
  /** A part of a `runtime` or `builtIn` type. */
  | { kind: 'structural'; schema: JSONSchemaProps }
  | NamedModel
  | UnreadableModel
);

export interface TupleModel {
  kind: 'tuple';
  elements: readonly TypeModel[];
  /** The number of required elements. */
  least: number;
  /** The type of the rest elements. */
  rest?: TypeModel;
}

export interface MapModel {
  kind: 'map';
  value: TypeModel;
  /** A warning if the type of the keys is narrower than string, which the API server does not validate. */
  note?: Diagnostic;
}

export interface ObjectModel {
  kind: 'object';
  fields: readonly FieldModel[];
  /** The object may have other fields, which opgen does not know. */
  open?: boolean;
  /** The markers of the types that it extends or joins, which apply to it as well. */
  markers?: readonly Marker[];
  /** The fields that `Defaults` names. */
  defaults?: readonly NamedDefault[];
  /** Why fields are missing. */
  problems?: readonly Diagnostic[];
}

/** A field that `Defaults` names, which must have a default. */
export interface NamedDefault {
  field: string;
  place: Place;
}

/** A declared type, with the comment and the markers above its declaration. */
export interface NamedModel {
  kind: 'named';
  name: string;
  doc: string;
  markers: readonly Marker[];
  markersAreIncomplete: boolean;
  type: TypeModel;
}

/** A type that opgen cannot read. The problem is reported only if a schema uses the type. */
export interface UnreadableModel {
  kind: 'unreadable';
  problem: Diagnostic;
}

export interface FieldModel {
  name: string;
  place: Place;
  doc: string;
  markers: readonly Marker[];
  /** A marker was invalid and reported, so opgen does not judge the combination of the others. */
  markersAreIncomplete: boolean;
  /** By the type alone: a question mark or `| undefined`. */
  optional: boolean;
  type: TypeModel;
}

/** A field without comment and markers. */
export function bareField(name: string, type: TypeModel, place: Place): FieldModel {
  return { name, place, doc: '', markers: [], markersAreIncomplete: false, ...withoutUndefined(type) };
}

export function objectOf(
  fields: readonly FieldModel[],
  place: Place,
  {
    defaults = [],
    markers = [],
    open = false,
    problems = [],
  }: Partial<Omit<ObjectModel, 'kind' | 'fields'>> = {},
): TypeModel {
  return {
    kind: 'object',
    fields,
    ...(open && { open }),
    ...(markers.length > 0 && { markers }),
    ...(defaults.length > 0 && { defaults }),
    ...(problems.length > 0 && { problems }),
    place,
  };
}

/** The type that a name, or a chain of names, refers to. */
export function unwrapped(type: TypeModel): TypeModel {
  return type.kind === 'named' ? unwrapped(type.type) : type;
}

/** Removes `| undefined` from a type, even from the type that a name refers to. */
export function withoutUndefined(type: TypeModel): { type: TypeModel; optional: boolean } {
  if (type.kind === 'optional') return { type: type.type, optional: true };
  if (type.kind !== 'named') return { type, optional: false };
  const inner = withoutUndefined(type.type);
  return inner.optional ? { type: { ...type, type: inner.type }, optional: true } : { type, optional: false };
}

export function unreadableType(
  place: Place,
  message: string,
  hint: string,
  diagnostic: DiagnosticDefinition = typeWithoutSchema,
): TypeModel & UnreadableModel {
  return { kind: 'unreadable', problem: diagnostic({ message, hint, place }), place };
}

/** Whether two types are structurally equal. */
export function isSameType(a: TypeModel, b: TypeModel): boolean {
  return a === b || keyOf(a) === keyOf(b);
}

/** A key that is equal for structurally equal types. */
export function keyOf(type: TypeModel): string {
  return JSON.stringify(type, (key, value: unknown) =>
    key === 'place' || key === 'doc' ? undefined : value,
  );
}
