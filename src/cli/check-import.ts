import type { Diagnostic } from '../diagnostics.ts';
import type { ImportedVersion } from '../import/import-definition.ts';
import type { CustomResourceDefinition } from '../kubernetes/custom-resource-definition.ts';
import { compareDefinitions } from '../manifests/compare/compare-definitions.ts';
import { definitionsOfSources } from '../manifests/definitions-of-sources.ts';

/**
 * Where `opgen manifests` would make another CRD of imported types than the one that they were imported from, and
 * what it would have against them.
 */
export async function whatDiffers(
  definition: CustomResourceDefinition,
  imported: readonly ImportedVersion[],
): Promise<Diagnostic[]> {
  const { definitions, diagnostics } = await definitionsOfSources(imported);
  const names = new Set(imported.map(({ version }) => version));
  const unsaid = imported.flatMap((each) =>
    each.unsaid.map(({ path, reason }) => different(`${each.version} ${path}`.trim(), reason)),
  );
  const [made] = definitions;
  const changes = made === undefined ? [] : compareDefinitions(definition, made);
  const found = changes
    .filter(({ version }) => version === undefined || names.has(version))
    .map(({ message, path, version = '' }) => different(`${version} ${path}`.trim(), message));
  const told = new Set(unsaid.map(({ message }) => message.split(':', 1)[0]));
  return [
    ...unsaid,
    ...found.filter(({ message }) => !told.has(message.split(':', 1)[0])),
    ...diagnostics.map((each): Diagnostic => ({ ...each, severity: 'warning' })),
  ];
}

function different(where: string, reason: string): Diagnostic {
  const place = where === '' ? 'the CRD' : where;
  return {
    code: 'OPG2502',
    severity: 'warning',
    message: `${place}: ${reason}`,
    hint: 'what opgen manifests makes of the types differs here',
  };
}
