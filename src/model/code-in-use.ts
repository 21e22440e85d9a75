import type { SourceFile } from '../source/source-file.ts';
import type { CodePlace, SourceIndex } from './source-index.ts';

/** The functions, classes and constants that run when the operator starts, or that the running ones mention. */
export interface CodeInUse {
  has(file: SourceFile, name: string): boolean;
}

/**
 * Follows the names that code mentions, from the code that runs when a file is loaded. Undefined if that says nothing:
 * no file constructs a Manager, because another package does, or a file loads modules whose paths are computed.
 */
export function readCodeInUse(files: readonly SourceFile[], index: SourceIndex): CodeInUse | undefined {
  const loads = files.flatMap((file) => file.loads.map((module) => ({ file, module })));
  if (!files.some(mentionsManager) || loads.some(({ module }) => module === undefined)) return undefined;

  const inUse = new Map<SourceFile, Set<string>>(files.map((file) => [file, new Set()]));
  const open: CodePlace[] = [
    ...files.map((file) => ({ file, name: '' })),
    ...loads.flatMap(({ file, module }) => (module === undefined ? [] : index.codeIn(module, file))),
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { file, name } = next;
    const known = inUse.get(file);
    if (known === undefined || known.has(name)) continue;
    known.add(name);
    for (const mentioned of file.uses.get(name) ?? []) open.push(...index.lookUpCode(mentioned, file));
  }
  return { has: (file, name) => inUse.get(file)?.has(name) === true };
}

function mentionsManager({ imports, uses }: SourceFile): boolean {
  const local = [...imports].find(
    ([, { from, name }]) => from === '@opgen/runtime' && name === 'Manager',
  )?.[0];
  return local !== undefined && [...uses.values()].some((names) => names.has(local));
}
