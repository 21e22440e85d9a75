import { readProject } from '../../project/project-file.ts';
import type { RequiredValue } from './ask-for-values.ts';

/** The values that name a kind of the project, with examples from the project. The group is optional: most kinds have a unique name. */
export function kindValues(
  root: string,
  kind: string | undefined,
): Record<'version' | 'kind', RequiredValue> {
  const { resources } = readProject(root);
  const example = resources.find((known) => kind === undefined || known.kind === kind);
  return {
    version: { flag: '--version', question: 'API version', example: example?.version ?? 'v1' },
    kind: { flag: '--kind', question: 'Kind', example: example?.kind ?? 'Memcached' },
  };
}
