import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { didYouMean, UserError } from '../diagnostics.ts';
import { notACrd } from './diagnostics.ts';
import { readDocuments, valueOf } from './read-documents.ts';
import { withoutNulls } from './without-nulls.ts';

/** Every CRD in a YAML or JSON text, also inside lists; other objects are ignored. */
export function readDefinitions(text: string, from: string): CustomResourceDefinition[] {
  return readDocuments(text, from, unusable).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw unusable(`${from} is not YAML: ${error.message}`, 'fix the YAML');
    return definitionsIn(valueOf(document), from);
  });
}

/** Every CRD in a value that was read from YAML or JSON. */
export function definitionsIn(value: unknown, from: string): CustomResourceDefinition[] {
  const definitions = objectsIn(value as AnyObject | null);
  for (const definition of definitions) checkShape(definition, from);
  return definitions.map((each) => withoutNulls({ ...each }) as unknown as CustomResourceDefinition);
}

/** The CRDs with these kinds or names, such as `Gateway` or `gateways.networking.istio.io`; all if none is given. */
export function chooseDefinitions(
  definitions: readonly CustomResourceDefinition[],
  wanted: readonly string[],
  from: string,
): CustomResourceDefinition[] {
  if (definitions.length === 0)
    throw unusable(
      `${from} contains no CustomResourceDefinition`,
      'print a CRD of your cluster with kubectl get crd <name> -o yaml',
    );
  for (const name of wanted) {
    if (definitions.some((definition) => namesOf(definition).includes(name))) continue;
    const kinds = [...new Set(definitions.map(({ spec }) => spec.names.kind))];
    throw unusable(
      `${from} defines no kind ${name}`,
      didYouMean(name, kinds) ?? `its kinds are ${kinds.join(', ')}`,
    );
  }
  return definitions.filter(
    (definition) => wanted.length === 0 || namesOf(definition).some((name) => wanted.includes(name)),
  );
}

function namesOf({ metadata, spec }: CustomResourceDefinition): string[] {
  return [spec.names.kind, metadata.name];
}

interface AnyObject {
  apiVersion?: unknown;
  kind?: unknown;
  items?: unknown;
  spec?: {
    group?: unknown;
    names?: { kind?: unknown; plural?: unknown };
    versions?: unknown;
  };
}

function objectsIn(value: AnyObject | null): AnyObject[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value.items)) return value.items.flatMap(objectsIn);
  return value.kind === 'CustomResourceDefinition' ? [value] : [];
}

function checkShape({ apiVersion, spec }: AnyObject, from: string): void {
  if (apiVersion !== 'apiextensions.k8s.io/v1') {
    const message = `a CRD in ${from} is not apiextensions.k8s.io/v1`;
    throw unusable(message, 'use a newer release of the operator');
  }
  const versions: readonly unknown[] = Array.isArray(spec?.versions) ? spec.versions : [];
  const isWhole =
    [spec?.group, spec?.names?.kind, spec?.names?.plural].every((text) => typeof text === 'string') &&
    versions.length > 0 &&
    versions.every((version) => typeof (version as { name?: unknown } | null)?.name === 'string');
  if (!isWhole)
    throw unusable(`a CRD in ${from} has no group, names or versions`, 'use the complete CRD, not a patch');
}

function unusable(message: string, hint: string): UserError {
  return new UserError(notACrd({ message, hint }));
}
