import { type Diagnostic, wholeFile } from '../../diagnostics.ts';
import type { ProjectResource } from '../../project/project-file.ts';
import { type FileChange, readIfThere } from '../files/file-plan.ts';
import { typeModule } from '../api/type-module.ts';

const marker = /^\s*\/\/ \+(kubebuilder:)?storageversion\s*$/;

/** Makes one version the stored one: moves the marker from the version that has it. */
export function planStorageVersion(
  root: string,
  stored: ProjectResource,
  others: readonly ProjectResource[],
): { changes: FileChange[]; problems: Diagnostic[] } {
  const changes: FileChange[] = [];
  const problems: Diagnostic[] = [];
  for (const resource of [stored, ...others]) {
    const path = typeModule(resource);
    const before = readIfThere(root, path);
    const after =
      before === undefined
        ? undefined
        : resource === stored
          ? withMarker(before, resource.kind)
          : withoutMarker(before);
    if (after === undefined) problems.push(notMoved(path, resource === stored));
    else if (before !== undefined && after !== before)
      changes.push({ path, action: 'overwrite', content: after, before });
  }
  return { changes, problems };
}

/** Above the declaration, before the markers that come after it in a new type. */
function withMarker(text: string, kind: string): string | undefined {
  const lines = text.split('\n');
  if (lines.some((line) => marker.test(line))) return text;
  const declaration = lines.findIndex((line) =>
    new RegExp(`^export (interface|class|type) ${kind}\\b`).test(line),
  );
  if (declaration === -1) return undefined;
  let first = declaration;
  while (lines[first - 1]?.startsWith('// +') === true) first -= 1;
  if (/^\/\/ \+(kubebuilder:)?resource\b/.test(lines[first] ?? '')) first += 1;
  const ending = lines[declaration]?.endsWith('\r') === true ? '\r' : '';
  return lines.toSpliced(first, 0, `// +storageversion${ending}`).join('\n');
}

function withoutMarker(text: string): string {
  return text
    .split('\n')
    .filter((line) => !marker.test(line))
    .join('\n');
}

function notMoved(path: string, isStored: boolean): Diagnostic {
  return {
    code: 'OPG3206',
    severity: 'error',
    message: `${path} has no declaration that could be ${isStored ? 'made' : 'seen to be no longer'} the stored version`,
    hint: isStored
      ? 'put // +storageversion above the interface of the kind, and repeat the command'
      : 'correct the path of the type in PROJECT, and repeat the command',
    place: wholeFile(path),
  };
}
