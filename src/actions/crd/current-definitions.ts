import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type Diagnostic, hasErrors, UserError } from '../../diagnostics.ts';
import { readDefinitions } from '../../import/read-definitions.ts';
import { conversionsFile, withConversions } from '../../manifests/conversion-patches.ts';
import { partFolders } from '../../manifests/manifest-parts.ts';
import type { Progress } from '../action-context.ts';

/** The CRDs that the sources declare, whether they are written or not. */
export async function currentDefinitions(
  root: string,
  progress: Progress,
): Promise<{ definitions: CustomResourceDefinition[]; diagnostics: readonly Diagnostic[] }> {
  const { generateManifests } = await progress.step(
    'load the compiler',
    () => import('../../manifests/generate.ts'),
  );
  const { diagnostics, files } = await progress.step('read src/', () =>
    generateManifests({ root, only: ['crd', 'webhook'] }),
  );
  if (hasErrors(diagnostics)) throw new UserError(diagnostics);
  const definitions = files
    .filter(({ path }) => path.startsWith(`${partFolders.crd}/`))
    .flatMap(({ content, path }) => readDefinitions(content, path));
  const patches = files.find(({ path }) => path === `${partFolders.webhook}/${conversionsFile}`);
  return { definitions: withConversions(definitions, patches?.content ?? ''), diagnostics };
}
