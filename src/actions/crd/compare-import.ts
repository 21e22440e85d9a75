import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { Diagnostic } from '../../diagnostics.ts';
import type { ImportedVersion } from '../../import/import-definition.ts';
import { compareDefinitions } from '../../manifests/compare/compare-definitions.ts';
import { definitionsOfSources } from '../../manifests/definitions-of-sources.ts';
import { lossyImport } from '../diagnostics.ts';

/** Where the CRD that `opgen manifests` generates from imported types differs from the original, and what it reports about them. */
export async function compareImport(
  definition: CustomResourceDefinition,
  imported: readonly ImportedVersion[],
): Promise<Diagnostic[]> {
  const { definitions, diagnostics } = await definitionsOfSources(imported);
  const names = new Set(imported.map(({ version }) => version));
  const lossy = imported.flatMap((each) =>
    each.losses.map(({ path, reason }) => different(`${each.version} ${path}`.trim(), reason)),
  );
  const [made] = definitions;
  const changes = made === undefined ? [] : compareDefinitions(definition, made);
  const found = changes
    .filter(({ version }) => version === undefined || names.has(version))
    .map(({ message, path, version = '' }) => different(`${version} ${path}`.trim(), message));
  const reported = new Set(lossy.map(({ message }) => message.split(':', 1)[0]));
  return [
    ...lossy,
    ...found.filter(({ message }) => !reported.has(message.split(':', 1)[0])),
    ...diagnostics.map((each): Diagnostic => ({ ...each, severity: 'warning' })),
  ];
}

function different(where: string, reason: string): Diagnostic {
  return lossyImport({
    message: `${where === '' ? 'the CRD' : where}: ${reason}`,
    hint: 'the schema that opgen manifests generates differs here',
  });
}
