/** The parts of `v2beta1`: major version, stability and iteration. */
const usual = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;

const stages = { alpha: 0, beta: 1, stable: 2 } as const;

/** The version priority of Kubernetes: v2, v1, v2beta1, v1beta2, v1alpha1, then all other names alphabetically. */
export function newestFirst(one: string, other: string): number {
  const [left, right] = [rankOf(one), rankOf(other)];
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1;
    return one < other ? -1 : Number(one > other);
  }
  const unequal = left.findIndex((part, index) => part !== right[index]);
  return unequal === -1 ? 0 : (right[unequal] ?? 0) - (left[unequal] ?? 0);
}

function rankOf(version: string): number[] | undefined {
  const [, major, stage, minor] = usual.exec(version) ?? [];
  if (major === undefined) return undefined;
  return [stages[(stage ?? 'stable') as keyof typeof stages], Number(major), Number(minor ?? 0)];
}
