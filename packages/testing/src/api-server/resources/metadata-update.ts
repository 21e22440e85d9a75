import { type FieldError, forbidden, invalid } from '@opgen/rules/field-errors';
import { goQuote } from '@opgen/rules/go-text';
import { standardFinalizers } from '@opgen/rules/metadata';
import type { StoredMetadata } from '../storage/stored-object.ts';

/** The errors of an update's metadata, compared with the stored metadata. */
export function validateMetadataUpdate(sent: Partial<StoredMetadata>, old: StoredMetadata): FieldError[] {
  const errors = [...newFinalizers(sent, old), ...deletionByClient(sent, old)];
  // The server validates the metadata once before the kind, and the kind validates it again.
  return [...errors, ...errors];
}

/** While an object is being deleted, finalizers can only be removed. */
function newFinalizers({ finalizers = [] }: Partial<StoredMetadata>, old: StoredMetadata): FieldError[] {
  const added = finalizers.filter((name) => !(old.finalizers ?? []).includes(name));
  if (old.deletionTimestamp === undefined || added.length === 0) return [];
  const found = `[]string{${added.toSorted().map(goQuote).join(', ')}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${found}`;
  return [forbidden('metadata.finalizers', detail)];
}

/** Only a DELETE sets these fields. An update may repeat or omit them. */
function deletionByClient(sent: Partial<StoredMetadata>, old: StoredMetadata): FieldError[] {
  if (old.deletionTimestamp !== undefined || !sent.deletionTimestamp) return [];
  return [invalid('metadata.deletionTimestamp', sent.deletionTimestamp, 'field is immutable')];
}

/** The warnings for new finalizers of custom resources without a domain prefix. */
export function finalizerWarnings(finalizers: readonly string[] = [], old: readonly string[] = []): string[] {
  return finalizers
    .filter((name) => !old.includes(name) && !name.includes('/') && !standardFinalizers.has(name))
    .map((name) => {
      const advice = `prefer a domain-qualified finalizer name${name.includes('.') ? ' including a path (/)' : ''}`;
      return `metadata.finalizers: ${goQuote(name)}: ${advice} to avoid accidental conflicts with other finalizer writers`;
    });
}
