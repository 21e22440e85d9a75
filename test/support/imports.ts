import { posix } from 'node:path';
import { ts } from 'ts-morph';

/** The imports of each file, keyed by path: value imports, type imports and dynamic imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Local files are named by path, like the files that import them; packages are named as written. */
export function importsOf(files: Readonly<Record<string, string>>): Imports {
  return new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      ts
        .preProcessFile(text, true, true)
        .importedFiles.map(({ fileName }) =>
          fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : fileName,
        ),
    ]),
  );
}

/** Import cycles, shortest first. Reports one cycle of each group of connected cycles. */
export function circlesIn(imports: Imports): string[][] {
  const ways = [...imports.keys()].map((path) => wayBack(path, imports)).filter((way) => way !== undefined);
  const known = new Set<string>();
  return ways
    .toSorted((a, b) => a.length - b.length)
    .filter((way) => {
      const isNew = !way.some((path) => known.has(path));
      for (const path of way) known.add(path);
      return isNew;
    });
}

function wayBack(path: string, imports: Imports): string[] | undefined {
  const ways = [[path]];
  const seen = new Set<string>();
  // The loop appends longer and longer paths to the list that it walks.
  for (const way of ways) {
    for (const imported of imports.get(way.at(-1) ?? path) ?? []) {
      if (imported === path) return [...way, path];
      if (!seen.has(imported)) ways.push([...way, imported]);
      seen.add(imported);
    }
  }
  return undefined;
}
