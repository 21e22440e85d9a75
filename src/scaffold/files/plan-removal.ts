import { type Diagnostic, wholeFile } from '../../diagnostics.ts';
import { type FileChange, planDeletions, readIfThere, textIfThere } from './file-plan.ts';
import { condensed, removeFragment } from './insert.ts';
import { leaveImport } from './join-import.ts';
import { headerFile, withHeader } from './license-header.ts';
import type { Insertion, RenderedTree } from '../templates/tree.ts';
import { changedFile } from '../diagnostics.ts';

/** What to remove, and what the rest of the project still needs. */
export interface Removal {
  /** What the `create` commands wrote that this removal reverts. */
  deleted: readonly RenderedTree[];
  /** What the remaining resources need, including shared files and shared lines. */
  remaining: readonly RenderedTree[];
}

export interface RemovalPlan {
  changes: FileChange[];
  /** A warning for everything that stays because the user has changed it. */
  kept: Diagnostic[];
}

/**
 * The inverse of `create`: deletes unchanged files, and removes inserted lines from shared files.
 *
 * Keeps what the remaining resources need. If they need a file with a different content, an unchanged file gets that
 * content. Never deletes a file that the user has changed, but reports it. Different line endings are not a change.
 */
export function planRemoval(root: string, { deleted, remaining }: Removal): RemovalPlan {
  const plan: RemovalPlan = { changes: [], kept: [] };
  const header = textIfThere(root, headerFile) ?? '';
  const wanted = contentsOf(remaining, header);
  const insertions = onceEach(deleted.flatMap((tree) => tree.insertions));
  const shared = new Set(insertions.map(({ path }) => path));
  const written = contentsOf(deleted, header);

  for (const [path, content] of written) {
    const before = readIfThere(root, path);
    if (before === undefined || shared.has(path)) continue;
    const successor = wanted.get(path);
    if (normalized(before) === normalized(successor ?? content)) {
      if (successor === undefined) plan.changes.push(...planDeletions(root, [path]));
    } else if (successor !== undefined && normalized(before) === content) {
      plan.changes.push({ path, action: 'update', content: successor, before });
    } else if (successor !== content) {
      plan.kept.push(changedByUser(path, successor !== undefined));
    }
  }
  const fragmentsThatStay = new Set(remaining.flatMap((tree) => tree.insertions).map(identityOf));
  for (const path of shared) {
    const before = readIfThere(root, path);
    if (before === undefined) continue;
    const removed = insertions.filter(
      (insertion) => insertion.path === path && !fragmentsThatStay.has(identityOf(insertion)),
    );
    const { text, left } = withoutFragments(before, removed);
    plan.kept.push(...left.map((insertion) => changedLines(insertion)));
    if (!wanted.has(path) && normalized(text) === written.get(path))
      plan.changes.push(...planDeletions(root, [path]));
    else if (text !== before) plan.changes.push({ path, action: 'update', content: text, before });
  }
  return plan;
}

/** Maps each path to the content that the trees write there. */
function contentsOf(trees: readonly RenderedTree[], header: string): Map<string, string> {
  const files = trees.flatMap((tree) => tree.files);
  return new Map(files.map(({ path, content }) => [path, withHeader(path, content, header)]));
}

/** Removes lines that have not changed since they were inserted. `left` lists those that seem to have changed. */
function withoutFragments(
  before: string,
  insertions: readonly Insertion[],
): { text: string; left: Insertion[] } {
  let text = before;
  const left: Insertion[] = [];
  // Imports go last: an import can be removed only after the lines that use it.
  const importsLast = insertions.toSorted((one, other) => rank(one) - rank(other));
  for (const insertion of importsLast) {
    const removed = removeFragment(text, insertion.fragment);
    if (removed !== undefined) text = removed;
    else if (insertion.marker === 'imports') text = leaveImport(text, insertion.fragment) ?? text;
    else if (text.includes(longestWord(insertion.fragment))) left.push(insertion);
  }
  return { text, left };
}

function rank({ marker }: Insertion): number {
  return marker === 'imports' ? 1 : 0;
}

/** The longest word of a fragment, because other fragments are unlikely to contain it. */
function longestWord(fragment: string): string {
  const words = fragment.match(/[\w-]+/g) ?? [''];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/** Versions of a kind share lines, which must be removed only once. */
function onceEach(insertions: readonly Insertion[]): Insertion[] {
  return [...new Map(insertions.map((insertion) => [identityOf(insertion), insertion])).values()];
}

function identityOf({ path, marker, fragment }: Insertion): string {
  return `${path}\0${marker}\0${condensed(fragment)}`;
}

function normalized(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function changedByUser(path: string, isWanted: boolean): Diagnostic {
  return changedFile({
    message: `${path} was kept: it has changed since opgen wrote it`,
    hint: isWanted
      ? 'the rest of the project still uses it: remove what refers to the deleted files'
      : (whatStays.find(([place]) => place.test(path))?.[1] ?? 'delete it if you no longer need it'),
    place: wholeFile(path),
  });
}

/** What a kept file still does, by its folder. */
const whatStays: readonly (readonly [RegExp, string])[] = [
  [/^src\/api\//, 'delete it: as long as it declares the kind, opgen manifests writes the CRD again'],
  [
    /^src\/controllers\//,
    'delete it: as long as it has +rbac markers, opgen manifests writes the permissions',
  ],
  [/^src\/webhooks\//, 'delete it: opgen manifests rejects webhook classes that are not registered'],
  [/^test\//, 'delete it, or remove what uses the deleted code: it may no longer compile'],
];

function changedLines({ path, fragment }: Insertion): Diagnostic {
  return changedFile({
    message: `${path} has lines that have changed since opgen wrote them`,
    hint: `remove by hand what remains of:\n${fragment.trimEnd()}`,
    place: wholeFile(path),
  });
}
