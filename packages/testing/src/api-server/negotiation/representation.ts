import { parseAccept, takesJson } from './accept.ts';

/** How a client wants objects: complete, as rows of a table, or only their metadata. */
export type Representation = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

const transformed: ReadonlySet<string> = new Set([
  'Table',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
]);

/** The first supported representation in the Accept header; undefined if there is none. */
export function representationFor(accept: string | undefined): Representation | undefined {
  for (const clause of parseAccept(accept)) {
    if (!takesJson(clause)) continue;
    const { as, g, v } = clause.parameters;
    if (as === undefined) return 'Object';
    if (transformed.has(as) && g === 'meta.k8s.io' && v === 'v1') return as as Representation;
  }
  return undefined;
}
