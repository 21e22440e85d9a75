import { type FieldError, forbidden, invalid } from '@opgen/rules/field-errors';
import { goQuote } from '@opgen/rules/go-text';
import { standardFinalizers } from '@opgen/rules/metadata';
import type { StoredMetadata } from '../storage/stored-object.ts';

/** What is wrong with the metadata that an update sends, measured against what is stored. */
export function validateMetadataUpdate(sent: Partial<StoredMetadata>, old: StoredMetadata): FieldError[] {
  const errors = [...newFinalizers(sent, old), ...deletionByClient(sent, old)];
  // The server looks at the metadata before it looks at the kind, which looks at the metadata again.
  return [...errors, ...errors];
}

/** An object that is being deleted only loses finalizers. */
function newFinalizers({ finalizers = [] }: Partial<StoredMetadata>, old: StoredMetadata): FieldError[] {
  const added = finalizers.filter((name) => !(old.finalizers ?? []).includes(name));
  if (old.deletionTimestamp === undefined || added.length === 0) return [];
  const found = `[]string{${added.toSorted().map(goQuote).join(', ')}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${found}`;
  return [forbidden('metadata.finalizers', detail)];
}

/** Only a DELETE deletes. What it wrote, a client may repeat or leave out. */
function deletionByClient(sent: Partial<StoredMetadata>, old: StoredMetadata): FieldError[] {
  if (old.deletionTimestamp !== undefined || !sent.deletionTimestamp) return [];
  return [invalid('metadata.deletionTimestamp', sent.deletionTimestamp, 'field is immutable')];
}

/** Finalizers of custom resources that came with a write and have no domain: accepted, with a warning. */
export function finalizerWarnings(finalizers: readonly string[] = [], old: readonly string[] = []): string[] {
  return finalizers
    .filter((name) => !old.includes(name) && !name.includes('/') && !standardFinalizers.has(name))
    .map((name) => {
      const wish = `prefer a domain-qualified finalizer name${name.includes('.') ? ' including a path (/)' : ''}`;
      return `metadata.finalizers: ${goQuote(name)}: ${wish} to avoid accidental conflicts with other finalizer writers`;
    });
}
