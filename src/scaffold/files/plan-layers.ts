import { type Diagnostic, hasErrors, UserError, wholeFile } from '../../diagnostics.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import { type FileChange, planFiles, readIfThere, type WantedFile, wantedProject } from './file-plan.ts';
import { missingScaffoldMarker } from '../diagnostics.ts';
import { insertAll, removeFragment } from './insert.ts';
import type { Insertion, RenderedTree } from '../templates/tree.ts';

/**
 * Plans the files and insertions of rendered layers and the PROJECT file. Throws all problems in one error.
 *
 * A layer inserts into the existing file, or else into the file that another layer renders. Such a file is replaced as a
 * whole only if `replaced` lists it. `retired` lists old insertions, which the new ones replace.
 */
export function planLayers(
  root: string,
  trees: readonly RenderedTree[],
  project: ProjectFile,
  {
    force,
    replaced = [],
    retired = [],
  }: { force: boolean; replaced?: readonly string[]; retired?: readonly Insertion[] },
): FileChange[] {
  const insertions = trees.flatMap((tree) => tree.insertions);
  const rendered = trees.flatMap((tree) => tree.files);
  const shared = new Set(insertions.map(({ path }) => path));
  const problems: Diagnostic[] = [];

  const wanted: WantedFile[] = rendered
    .filter(({ path }) => !shared.has(path))
    .map((file) => ({ ...file, mode: 'once' }));
  for (const path of shared) {
    const isReplaced = replaced.includes(path);
    const before = readIfThere(root, path);
    const text = (isReplaced ? undefined : before) ?? rendered.find((file) => file.path === path)?.content;
    if (text === undefined) {
      problems.push(missingFile(path));
      continue;
    }
    const result = insertAll(
      without(text, path, retired),
      insertions.filter((insertion) => insertion.path === path),
    );
    problems.push(...result.diagnostics);
    wanted.push({ path, content: result.text, mode: isReplaced ? 'once' : 'owned', before });
  }
  wanted.push(wantedProject(project));
  return planFiles(root, wanted, { force, problems });
}

function without(text: string, path: string, insertions: readonly Insertion[]): string {
  return insertions
    .filter((insertion) => insertion.path === path)
    .reduce((left, { fragment }) => removeFragment(left, fragment) ?? left, text);
}

export function throwIfWrong(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new UserError(diagnostics);
}

function missingFile(path: string): Diagnostic {
  return missingScaffoldMarker({
    message: `${path} does not exist`,
    hint: 'run opgen init with the domain of the project to restore it',
    place: wholeFile(path),
  });
}
