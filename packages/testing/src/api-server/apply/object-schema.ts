import type { SchemaNode } from '@opgen/rules/schema';

/** What all objects have in `metadata`. */
export const objectMeta: SchemaNode = {
  $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
};

/**
 * The schema of a custom resource with what every object has: apiVersion, kind and a real `metadata`. Server-side
 * apply needs it to know that labels are owned key by key and owner references by uid; resolve the reference
 * against the schemas of the built-in types.
 */
export function withObjectMeta(schema: SchemaNode): SchemaNode {
  return {
    ...schema,
    properties: {
      ...schema.properties,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: objectMeta,
    },
  };
}
