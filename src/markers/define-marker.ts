import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { DiagnosticDefinition } from '../diagnostics.ts';
import type { ArgumentType } from './argument-types.ts';
import type { SchemaKeyword } from './keywords/keyword.ts';
import type { KindDraft } from './kind-draft.ts';

/**
 * Where a marker is valid: anywhere in a file, above an import, above the interface of a kind, above any other
 * interface, type or enum, or above a field.
 */
export type Placement = 'file' | 'import' | 'kind' | 'type' | 'field';

/** The types of schemas that a marker applies to. */
export type SchemaFamily = 'numbers' | 'text' | 'lists' | 'objects';

/** Why something is rejected, and what to do instead. */
export interface Rejection {
  /** Overrides the code that is raised for the marker. */
  diagnostic?: DiagnosticDefinition;
  message: string;
  hint: string;
}

/** Everything about one marker: the parser, the schema, the reference page and the help read it here. */
export interface MarkerDefinition<T = unknown> {
  /** Without the `kubebuilder:` prefix, which is optional for every marker. */
  name: string;
  aliases?: readonly string[];
  on: readonly Placement[];
  argument: ArgumentType<T>;
  summary: string;
  example: string;
  /** May be used several times on the same field, type or kind. */
  repeatable?: boolean;
  /** May be used for the items of a list or the values of a map, after `validation:items:` or `k8s:eachVal=`. */
  forItems?: boolean;
  /** The schemas that the marker applies to; any schema when absent. */
  limits?: SchemaFamily;
  /** Markers with a lower number apply first; 10 when absent. Markers with the same number apply in source order. */
  priority?: number;
  /** Whether the field is required; when absent, the type decides. */
  presence?: 'required' | 'optional';
  /** A marker of a Go tool that has no effect in opgen. */
  inert?: boolean;
  /** A known marker that opgen always rejects. */
  unsupported?: Rejection;
  /** Placements where other tools accept the marker and opgen does not. */
  notOn?: Partial<Record<Placement, Rejection>>;
  /** The type of the field is ignored: the markers define the whole schema. */
  ignoresType?: boolean;
  /** The keyword of the schema that the marker sets, to its value unless `applyToSchema` says otherwise. */
  keyword?: SchemaKeyword;
  /** The field of a CustomResourceDefinition that the marker sets, as the API server names it in errors. */
  definitionField?: string;
  /** Why the marker cannot apply to a schema of the right family. */
  reject?(schema: JSONSchemaProps, value: T): Rejection | undefined;
  applyToSchema?(schema: JSONSchemaProps, value: T): JSONSchemaProps;
  /** For a marker on a field: what it adds to the schema of the object that has the field. */
  applyToOwner?(owner: JSONSchemaProps, field: string, value: T): JSONSchemaProps;
  applyToKind?(draft: KindDraft, value: T): KindDraft;
  /** The values of the markers that `import` writes above the kind for a version of a CustomResourceDefinition. */
  readFromDefinition?(definition: CustomResourceDefinition, version: number): readonly NoInfer<T>[];
}

/** Declares a marker; the functions of the definition receive the type of its argument. */
export function defineMarker<T>(definition: MarkerDefinition<T>): MarkerDefinition<T> {
  return definition;
}
