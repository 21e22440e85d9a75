import type { StoredMetadata, StoredObject } from '../storage/stored-object.ts';

const apiVersion = 'meta.k8s.io/v1';

export interface PartialObjectMetadata {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: typeof apiVersion;
  readonly metadata: StoredMetadata;
}

/** Only the metadata of an object, for clients that need only names, labels and owners. */
export function partialObjectMetadata({ metadata }: StoredObject): PartialObjectMetadata {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata };
}

/** The same for a list; `metadata` belongs to the list. */
export function partialObjectMetadataList(metadata: object, items: readonly StoredObject[]) {
  return { kind: 'PartialObjectMetadataList', apiVersion, metadata, items: items.map(partialObjectMetadata) };
}
