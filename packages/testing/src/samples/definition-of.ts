import type { Kind, KubernetesObject } from '@opgen/runtime';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { isDefinition, type Manifests, manifestsFrom } from '../install-manifests.ts';

/** Finds the CustomResourceDefinition of a kind in manifests. */
export async function schemaOf<T extends KubernetesObject>(
  kind: Kind<T>,
  crds: Manifests,
): Promise<JSONSchemaProps> {
  const definitions = (await manifestsFrom(crds)).filter(isDefinition);
  const definition = definitions.find(
    ({ spec }) => spec.group === kind.group && spec.names.kind === kind.kind,
  );
  const version = definition?.spec.versions.find(({ name }) => name === kind.version);
  const schema = version?.schema?.openAPIV3Schema;
  if (schema !== undefined) return schema;
  const missing = definition === undefined ? '' : ` ${kind.version} of`;
  throw new Error(
    `the manifests contain no${missing} CustomResourceDefinition of ${kind.kind} (${kind.group}): run opgen manifests`,
  );
}
