import { readFile } from 'node:fs/promises';

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** A part of the program, and its share of self time. */
export interface Share {
  part: string;
  share: number;
}

/**
 * Where a bundled program spent its time, by part (a package, or a folder of our own runtime) and by function.
 * A comment above each module in the bundle names its file, so each line belongs to a known part.
 */
export async function profileShares(
  profileFile: string,
  bundleFile: string,
): Promise<{ parts: Share[]; functions: Share[]; busyMs: number }> {
  const profile = JSON.parse(await readFile(profileFile, 'utf8')) as CpuProfile;
  const moduleAt = moduleByLine(await readFile(bundleFile, 'utf8'));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of profile.samples.entries()) {
    const frame = nodes.get(id);
    const time = profile.timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)') continue;
    busy += time;
    const part = partOf(frame.url, moduleAt[frame.lineNumber] ?? '', frame.functionName);
    add(parts, part, time);
    add(functions, `${frame.functionName || '(anonymous)'} (${part})`, time);
  }
  return { parts: largest(parts, busy), functions: largest(functions, busy), busyMs: busy / 1000 };
}

function moduleByLine(bundle: string): string[] {
  let module = '';
  return bundle.split('\n').map((line) => {
    const comment = /^ *\/\/ (\S+\.(?:[cm]?[jt]s|json))$/.exec(line);
    if (comment?.[1] !== undefined) module = comment[1];
    return module;
  });
}

function partOf(url: string, module: string, functionName: string): string {
  if (url.startsWith('node:')) return 'Node';
  if (url === '') return functionName === '(garbage collector)' ? 'garbage collection' : 'V8 and system';
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module);
  if (dependency?.[1] !== undefined) return dependency[1];
  const own = /packages\/(runtime\/src\/[^/]+)/.exec(module);
  return own?.[1] === undefined ? 'the operator' : `@opgen/${own[1].replace('/src/', ' ')}`;
}

function add(times: Map<string, number>, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time);
}

function largest(times: Map<string, number>, total: number): Share[] {
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([part, time]) => ({ part, share: time / total }));
}
