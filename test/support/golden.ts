/**
 * The golden projects: for each scenario of `test/golden`, its commands and the project that they create.
 *
 * A project that differs little from another one is stored as an overlay: `overlay.json` names the base and the files
 * of the base that the project lacks, and `project/` holds only the files that differ.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFolder, temporaryFolder, writeFolder } from './folder.ts';

type Files = Readonly<Record<string, string>>;

interface Overlay {
  base: string;
  removed: readonly string[];
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const golden = join(repository, 'test/golden');

function overlayOf(scenario: string): Overlay | undefined {
  const file = join(golden, scenario, 'overlay.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Overlay) : undefined;
}

function depth(scenario: string): number {
  const overlay = overlayOf(scenario);
  return overlay === undefined ? 0 : 1 + depth(overlay.base);
}

/** Every scenario, with each base before its overlays, which is the order to update them in. */
export const scenarios: readonly string[] = readdirSync(golden)
  .filter((name) => existsSync(join(golden, name, 'commands')))
  .toSorted((a, b) => depth(a) - depth(b));

/** The command lines of a scenario, without `opgen`. */
export function commandsOf(scenario: string): string[][] {
  return readFileSync(join(golden, scenario, 'commands'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').slice(1));
}

/** The files that exist before the first command. */
export function givenFiles(scenario: string): Files {
  const given = join(golden, scenario, 'given');
  return existsSync(given) ? readFolder(given) : {};
}

/** The files of the whole project. */
export function goldenFiles(scenario: string): Files {
  const overlay = overlayOf(scenario);
  const own = readFolder(join(golden, scenario, 'project'));
  if (overlay === undefined) return own;
  const removed = new Set(overlay.removed);
  const inherited = Object.entries(goldenFiles(overlay.base)).filter(([path]) => !removed.has(path));
  return sortedByPath({ ...Object.fromEntries(inherited), ...own });
}

/** The paths of the files that differ from those of the base. */
export function ownPaths(scenario: string): readonly string[] {
  return Object.keys(readFolder(join(golden, scenario, 'project')));
}

/** Stores a project: all files, or only those that differ from its base. */
export function storeGolden(scenario: string, files: Files): void {
  const project = join(golden, scenario, 'project');
  const overlay = overlayOf(scenario);
  const base = overlay === undefined ? {} : goldenFiles(overlay.base);
  rmSync(project, { recursive: true, force: true });
  writeFolder(
    project,
    Object.fromEntries(Object.entries(files).filter(([path, text]) => base[path] !== text)),
  );
  if (overlay === undefined) return;
  const removed = Object.keys(base).filter((path) => files[path] === undefined);
  writeFileSync(
    join(golden, scenario, 'overlay.json'),
    `${JSON.stringify({ base: overlay.base, removed } satisfies Overlay, undefined, 2)}\n`,
  );
}

/** Writes the whole project into a folder. */
export function writeGolden(scenario: string, folder: string): void {
  writeFolder(folder, goldenFiles(scenario));
}

/** The whole project, in a temporary folder. */
export function goldenProject(scenario: string): string {
  const folder = temporaryFolder();
  writeGolden(scenario, folder);
  return folder;
}

/**
 * Whole projects, each in a folder named after its scenario. The folder is inside this repository, so that their
 * modules find its packages, and its caller removes it.
 */
export function goldenWorkspace(names: readonly string[]): string {
  const parent = join(repository, '.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'golden-'));
  for (const name of names) writeGolden(name, join(folder, name));
  return folder;
}

function sortedByPath(files: Files): Files {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
