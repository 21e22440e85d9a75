import type { Kind } from '@opgen/runtime';

/** The CRD of a namespaced kind with a status, whose schema accepts any object. */
export function definitionOf({ kind, group, plural, version }: Kind): {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: object;
} {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
}
