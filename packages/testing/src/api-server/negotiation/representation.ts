import { parseAccept, takesJson } from './accept.ts';

/** As what a client wants to see objects: as they are, as rows of a table, or their metadata alone. */
export type Representation = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

const transformed: ReadonlySet<string> = new Set([
  'Table',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
]);

/** The first representation in the Accept header that the server has; undefined if it has none of them. */
export function representationFor(accept: string | undefined): Representation | undefined {
  for (const clause of parseAccept(accept)) {
    if (!takesJson(clause)) continue;
    const { as, g, v } = clause.parameters;
    if (as === undefined) return 'Object';
    if (transformed.has(as) && g === 'meta.k8s.io' && v === 'v1') return as as Representation;
  }
  return undefined;
}
