const form = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const stability: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };
const stable = 3;

/** Compares versions by their priority: stable before beta before alpha, newer first, other names last. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  if (left === undefined || right === undefined) {
    if (left === right) return a < b ? -1 : Number(a > b);
    return left === undefined ? 1 : -1;
  }
  const differing = left.findIndex((part, index) => part !== right[index]);
  return differing === -1 ? 0 : (right[differing] ?? 0) - (left[differing] ?? 0);
}

function rank(version: string): readonly number[] | undefined {
  const match = form.exec(version);
  if (match === null) return undefined;
  const [, major, level, minor] = match;
  return [level === undefined ? stable : (stability[level] ?? 0), Number(major), Number(minor ?? 0)];
}
