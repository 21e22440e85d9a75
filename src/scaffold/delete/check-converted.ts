import type { Diagnostic } from '../../diagnostics.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { convertedVersion } from '../diagnostics.ts';

/** Refuses to delete a spoke while its hub remains: the converter imports its type and would no longer compile. */
export function checkConverted(
  deleted: readonly ProjectResource[],
  left: readonly ProjectResource[],
): Diagnostic[] {
  return deleted.flatMap(({ kind, version }): Diagnostic[] => {
    const hub = left.find(({ webhooks }) => webhooks?.spoke?.includes(version) === true);
    if (hub === undefined) return [];
    const hint = `first run opgen delete webhook --version ${hub.version} --kind ${kind} --conversion`;
    const message = `a conversion webhook converts ${kind} ${version} to and from ${hub.version}`;
    return [convertedVersion({ message, hint })];
  });
}
