/**
 * The conversion webhook of a CRD is not in config/crd but in a patch of the component config/webhook, which also has
 * the Service. `make install` applies config/crd alone, and would otherwise name a Service that does not exist.
 */
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { parseAllDocuments } from 'yaml';

export const conversionsFile = 'conversions.yaml';

type Conversion = CustomResourceDefinition['spec']['conversion'];

/** A CRD without its conversion, and the patch that adds it. */
export function splitConversion<D extends { metadata: { name: string }; spec: { conversion?: unknown } }>(
  definition: D,
): { definition: D; patches: object[] } {
  const { conversion, ...spec } = definition.spec;
  if (conversion === undefined) return { definition, patches: [] };
  const patch = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: definition.metadata.name },
    spec: { conversion },
  };
  return { definition: { ...definition, spec }, patches: [patch] };
}

/** The CRDs after the patches in the text of `conversions.yaml`. */
export function withConversions(
  definitions: readonly CustomResourceDefinition[],
  text: string,
): CustomResourceDefinition[] {
  const conversions = new Map(
    parseAllDocuments(text, { logLevel: 'silent' }).map((document) => {
      const patch = document.toJS() as Partial<CustomResourceDefinition> | null;
      return [patch?.metadata?.name, patch?.spec?.conversion] satisfies [string | undefined, Conversion];
    }),
  );
  return definitions.map((definition) => {
    const conversion = conversions.get(definition.metadata.name);
    return conversion === undefined
      ? definition
      : { ...definition, spec: { ...definition.spec, conversion } };
  });
}
