import type { Kind } from '../objects/kind.ts';

const partial = (as: string): string => `application/json;as=${as};g=meta.k8s.io;v=v1,application/json`;

/** The form of answers to ask for. The server sends the metadata alone where that is all that the kind shows. */
export function acceptFor({ view }: Kind, of: 'object' | 'list'): { accept?: string } {
  if (view?.metadataOnly !== true) return {};
  return { accept: partial(of === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata') };
}
