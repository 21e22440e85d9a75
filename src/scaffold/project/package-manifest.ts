import type { Diagnostic } from '../../diagnostics.ts';
import { wholeFile } from '../../diagnostics.ts';
import { fileInTheWay } from '../diagnostics.ts';

export const manifestFile = 'package.json';

type Values = Record<string, unknown>;

/** What `npm init` writes, which the user has not chosen. */
const placeholders: Readonly<Record<string, unknown>> = {
  'scripts.test': 'echo "Error: no test specified" && exit 1',
  license: 'ISC',
  type: 'commonjs',
};

/** Maps of packages, in which opgen decides only on its own packages. */
const packageMaps = ['dependencies', 'devDependencies', 'overrides', 'resolutions'];

/** Keys without which the commands of the project do not work, and the license, which other files name too. */
const required = ['type', 'license'];

/**
 * Adds what a project needs to the package.json that the folder already has, such as after `npm install opgen`.
 *
 * Keeps the user's values. Reports those that the project cannot work with, unless they are to be replaced.
 */
export function mergeManifest(
  before: Values,
  wanted: Values,
  { force }: { force: boolean },
): { text: string; problems: Diagnostic[] } {
  const conflicts: string[] = [];
  const isUntouched = (before['scripts'] as Values | undefined)?.['test'] === placeholders['scripts.test'];
  /** Whether the project's value replaces the user's. */
  const replaces = (path: string): boolean => {
    const value = valueAt(before, path);
    if (force || (isUntouched && value === placeholders[path])) return true;
    conflicts.push(path);
    return false;
  };
  const merged: Values = { ...before };
  for (const [key, value] of Object.entries(wanted)) {
    const found = before[key];
    if (found === undefined) merged[key] = value;
    else if (packageMaps.includes(key)) merged[key] = withPackages(found as Values, value as Values);
    else if (key === 'scripts') merged[key] = withScripts(found as Values, value as Values, replaces);
    else if (required.includes(key) && found !== value && replaces(key)) merged[key] = value;
  }
  // A package that the user installed as a dependency needs no second entry.
  const installed = Object.keys((before['dependencies'] ?? {}) as Values);
  merged['devDependencies'] = Object.fromEntries(
    Object.entries((merged['devDependencies'] ?? {}) as Values).filter(([name]) => !installed.includes(name)),
  );
  const problems = conflicts.length === 0 ? [] : [conflictIn(before, conflicts)];
  return { text: `${JSON.stringify(merged, undefined, 2)}\n`, problems };
}

/** The object in a package.json; undefined if the text is not one. */
export function readManifestText(text: string): Values | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Values)
      : undefined;
  } catch {
    return undefined;
  }
}

function withPackages(found: Values, wanted: Values): Values {
  const own = Object.entries(wanted).filter(([name]) => /^(@opgen\/|opgen$)/.test(name));
  return { ...wanted, ...found, ...Object.fromEntries(own) };
}

function withScripts(found: Values, wanted: Values, replaces: (path: string) => boolean): Values {
  const changed = Object.entries(wanted).filter(
    ([name, script]) => found[name] === undefined || (found[name] !== script && replaces(`scripts.${name}`)),
  );
  return { ...found, ...Object.fromEntries(changed) };
}

function valueAt(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], values);
}

function conflictIn(before: Values, paths: readonly string[]): Diagnostic {
  const found = paths.map((path) => `"${path}": ${JSON.stringify(valueAt(before, path))}`);
  return fileInTheWay({
    message: `${manifestFile} already has a different ${found.join(', ')}`,
    hint: 'rename or remove these, or add --force to replace them; preview the replacement with --force --diff',
    place: wholeFile(manifestFile),
  });
}
