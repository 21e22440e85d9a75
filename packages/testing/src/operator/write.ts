import type { JsonObject } from '@opgen/rules/json';
import type { FieldChange } from '@opgen/runtime/runs';

/** A write that the server accepted. */
export interface Write {
  readonly verb: string;
  readonly subresource: string | undefined;
  /** The path of the collection, without namespace: `/apis/apps/v1/deployments`. */
  readonly collection: string;
  /** The path of the object. */
  readonly path: string;
  /** The object after the write, or before its deletion. Only its kind and its name are known of some subresources. */
  readonly object: JsonObject;
  readonly fieldManager: string | undefined;
  readonly isCreation: boolean;
  /** Whether the object differs from what it was before, or is gone. */
  readonly isEffective: boolean;
  readonly changes: readonly FieldChange[];
  /** The reconcile that wrote, if it was one. */
  readonly by: string | undefined;
}
