import type { Place } from '../diagnostics.ts';
import type { Marker } from '../markers/marker.ts';

/** A type with all names looked up: what the schema is made of. */
export type TypeModel = { place: Place } & (
  | { kind: 'primitive'; type: 'string' | 'boolean' | 'integer' }
  | { kind: 'literals'; values: readonly (string | number | boolean)[] }
  | { kind: 'list'; element: TypeModel; length?: number }
  | { kind: 'map'; value: TypeModel }
  | { kind: 'object'; fields: readonly FieldModel[] }
  /** An object of which nothing is known. */
  | { kind: 'openObject' }
  | { kind: 'anything' }
  | { kind: 'nullable'; type: TypeModel }
  /** A type of `@opgen/runtime`, such as Int32. */
  | { kind: 'runtime'; name: string }
  /** A type of Kubernetes, by the name of its schema. */
  | { kind: 'builtIn'; schema: string }
  /** A type that the project declares, with what its declaration says about it. */
  | {
      kind: 'named';
      name: string;
      doc: string;
      markers: readonly Marker[];
      markersAreIncomplete: boolean;
      type: TypeModel;
    }
  /** Something that could not be read, and was reported. */
  | { kind: 'unreadable' }
);

export interface FieldModel {
  name: string;
  place: Place;
  doc: string;
  markers: readonly Marker[];
  /** A marker was refused and reported, so the others are not judged together. */
  markersAreIncomplete: boolean;
  /** What the type says: a question mark or `| undefined`. */
  optional: boolean;
  type: TypeModel;
}

/** The type behind names. */
export function unwrapped(type: TypeModel): TypeModel {
  return type.kind === 'named' ? unwrapped(type.type) : type;
}
