import type { JSONSchemaProps } from '@opgen/rules/schema';

/** The schema of `metadata`, which is the same for all objects. */
export const objectMeta: JSONSchemaProps = {
  $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
};

/**
 * The schema of a custom resource with the fields of every object: apiVersion, kind and a complete `metadata`.
 * Server-side apply needs it because labels are owned by key and owner references by uid. Resolve the reference
 * with the schemas of the built-in types.
 */
export function withObjectMeta(schema: JSONSchemaProps): JSONSchemaProps {
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
