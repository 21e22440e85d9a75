/** The fields of package.json that locate types. */
export interface PackageJson {
  main?: string;
  types?: string;
  typings?: string;
  exports?: Target;
  imports?: Target;
}

type Target = string | null | { readonly [key: string]: Target };

/** The export conditions that TypeScript accepts for types. */
const conditions = new Set(['types', 'import', 'node', 'default']);

/** The target of a path in `exports` or `imports`: an exact match, otherwise the longest pattern with a star. */
export function targetIn(targets: Target | undefined, path: string): string | undefined {
  if (targets === undefined || targets === null || typeof targets === 'string') return undefined;
  const exact = targets[path];
  if (exact !== undefined) return chosen(exact);
  const [pattern] = Object.keys(targets)
    .filter((key) => key.includes('*') && fits(path, key))
    .toSorted((a, b) => b.indexOf('*') - a.indexOf('*'));
  if (pattern === undefined) return undefined;
  const [start = '', end = ''] = pattern.split('*');
  const rest = path.slice(start.length, path.length - end.length);
  return chosen(targets[pattern] ?? null)?.replaceAll('*', rest);
}

function fits(path: string, pattern: string): boolean {
  const [start = '', end = ''] = pattern.split('*');
  return path.startsWith(start) && path.endsWith(end) && path.length >= start.length + end.length;
}

/** The first target whose condition applies. */
function chosen(target: Target): string | undefined {
  if (target === null || typeof target === 'string') return target ?? undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const found = conditions.has(condition) ? chosen(inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
