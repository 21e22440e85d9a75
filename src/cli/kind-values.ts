import { readProject } from '../project/project-file.ts';
import type { NeededValue } from './missing-values.ts';

/**
 * What names a kind that is there already, with examples that this project has. Its group may be left out: mostly one
 * has a kind of that name.
 */
export function kindValues(root: string, kind: string | undefined): Record<'version' | 'kind', NeededValue> {
  const { resources } = readProject(root);
  const example = resources.find((known) => kind === undefined || known.kind === kind);
  return {
    version: { flag: '--version', question: 'API version', example: example?.version ?? 'v1' },
    kind: { flag: '--kind', question: 'Kind', example: example?.kind ?? 'Memcached' },
  };
}
