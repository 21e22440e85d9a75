import { isObject } from '@opgen/rules/json';
import type { ManagedFieldsEntry } from '../objects/metadata.ts';

export interface Adoption {
  /** The field managers whose fields are transferred. */
  readonly from: readonly string[];
  readonly to: string;
  /** Undefined for the object itself. */
  readonly subresource: string | undefined;
}

type FieldSet = Readonly<Record<string, unknown>>;

/**
 * The managed fields after everything that the former managers applied is transferred to another manager; undefined if
 * there is nothing to transfer. Otherwise they would keep fields in the object that the new manager no longer applies.
 * Comparable to client-go's csaupgrade.
 */
export function adoptManagedFields(
  entries: readonly ManagedFieldsEntry[] | undefined,
  { from, to, subresource }: Adoption,
): ManagedFieldsEntry[] | undefined {
  const isApplied = (entry: ManagedFieldsEntry): boolean =>
    entry.operation === 'Apply' && (entry.subresource ?? '') === (subresource ?? '');
  const isFormer = (entry: ManagedFieldsEntry): boolean =>
    isApplied(entry) && from.includes(entry.manager ?? '');
  const former = entries?.filter(isFormer) ?? [];
  const [first] = former;
  if (entries === undefined || first === undefined) return undefined;

  const current = entries.find((entry) => isApplied(entry) && entry.manager === to) ?? first;
  const fieldsV1 = [current, ...former].map(({ fieldsV1 = {} }): FieldSet => fieldsV1).reduce(union);
  const others = entries.filter((entry) => !isFormer(entry) && entry !== current);
  // The server identifies the entries of an applier by their manager and subresource, so there must be only one.
  return [...others, { ...current, manager: to, fieldsV1 }];
}

/** The union of two sets in the format FieldsV1: nested objects whose keys are path elements. */
function union(a: FieldSet, b: FieldSet): Record<string, unknown> {
  const result: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const known = result[key];
    result[key] = isObject(known) && isObject(value) ? union(known, value) : value;
  }
  return result;
}
