import type { Kind } from '../objects/kind.ts';

const partial = (as: string): string => `application/json;as=${as};g=meta.k8s.io;v=v1,application/json`;

/** The Accept header. For metadata-only kinds the server sends only metadata. */
export function acceptFor({ view }: Kind, of: 'object' | 'list'): { accept?: string } {
  if (view?.metadataOnly !== true) return {};
  return { accept: partial(of === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata') };
}
