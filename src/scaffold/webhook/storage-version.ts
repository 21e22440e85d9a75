import { type Diagnostic, wholeFile } from '../../diagnostics.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import type { FileChange } from '../files/file-plan.ts';
import { withoutStorageMarker, withStorageMarker } from '../types/change-markers.ts';
import { findTypeFile } from '../types/type-file.ts';
import { typeModule } from '../api/type-module.ts';
import { unmovableStorageMarker } from '../diagnostics.ts';

/** Moves `+storageversion` from the version that has it to `stored`. */
export function planStorageVersion(
  root: string,
  stored: ProjectResource,
  others: readonly ProjectResource[],
): { changes: FileChange[]; problems: Diagnostic[] } {
  const changes: FileChange[] = [];
  const problems: Diagnostic[] = [];
  for (const resource of [stored, ...others]) {
    const path = typeModule(resource);
    const file = findTypeFile(root, { ...resource, path });
    const content = file && (resource === stored ? withStorageMarker(file) : withoutStorageMarker(file));
    if (file === undefined || content === undefined) problems.push(notMoved(path, resource === stored));
    else if (content !== file.text) changes.push({ path, action: 'update', content, before: file.text });
  }
  return { changes, problems };
}

function notMoved(path: string, isStored: boolean): Diagnostic {
  return unmovableStorageMarker({
    message: `cannot ${isStored ? 'add +storageversion to' : 'remove +storageversion from'} ${path}: it has no exported interface of the kind`,
    hint: isStored
      ? 'export the interface of the kind, and run the command again'
      : 'correct the path of the type in PROJECT, and run the command again',
    place: wholeFile(path),
  });
}
