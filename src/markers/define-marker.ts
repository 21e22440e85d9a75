import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';
import type { ArgumentType } from './argument-types.ts';
import type { KindDraft } from './kind-draft.ts';

/**
 * Where a marker may stand: anywhere in a file, above an import, above a kind's interface, above any other
 * interface, type or enum, or above a field.
 */
export type Placement = 'file' | 'import' | 'kind' | 'type' | 'field';

/** The family of schemas that a marker can limit. */
export type Limits = 'numbers' | 'text' | 'lists' | 'objects';

/** Why something is not accepted, and the way out. */
export interface Refusal {
  message: string;
  hint: string;
}

/** Everything about one marker: the parser, the schema, the reference page and the help read it here. */
export interface MarkerDefinition<T = unknown> {
  /** Without a `kubebuilder:` prefix, which every marker may also carry. */
  name: string;
  aliases?: readonly string[];
  on: readonly Placement[];
  argument: ArgumentType<T>;
  summary: string;
  example: string;
  /** May stand several times above one thing. */
  repeatable?: boolean;
  /** May be used as `validation:items:…`, for the items of a list or the values of a map. */
  forItems?: boolean;
  /** The schemas that it has a meaning for; any when absent. */
  limits?: Limits;
  /** Markers of a lower number apply first; 10 when absent. Of equal ones, the one written first. */
  priority?: number;
  /** Whether the field must be set; `undefined` leaves it to the type. */
  presence?: 'required' | 'optional';
  /** Known from Go and without meaning here. */
  inert?: boolean;
  /** Known, and never accepted: why, and what to do instead. */
  refused?: Refusal;
  /** Why it may not stand at a place where other tools take it, and what to do instead. */
  notOn?: Partial<Record<Placement, Refusal>>;
  /** The type below it says nothing: the schema is what the markers say. */
  ignoresType?: boolean;
  /** What speaks against the marker on such a schema; `limits` was asked before. */
  misfit?(schema: JSONSchemaProps, value: T): Refusal | undefined;
  applyToSchema?(schema: JSONSchemaProps, value: T): JSONSchemaProps;
  /** For a marker above a field: what it adds to the object that the field is in. */
  applyToOwner?(owner: JSONSchemaProps, field: string, value: T): JSONSchemaProps;
  applyToKind?(draft: KindDraft, value: T): KindDraft;
}

/** Declares a marker; the argument's type flows into its effect. */
export function defineMarker<T>(definition: MarkerDefinition<T>): MarkerDefinition<T> {
  return definition;
}
