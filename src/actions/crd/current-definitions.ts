import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type Diagnostic, hasErrors, UserError } from '../../diagnostics.ts';
import { readDefinitions } from '../../import/read-definitions.ts';
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
    generateManifests({ root, only: ['crd'] }),
  );
  if (hasErrors(diagnostics)) throw new UserError(diagnostics);
  return { definitions: files.flatMap(({ content, path }) => readDefinitions(content, path)), diagnostics };
}
