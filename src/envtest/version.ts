/** Such as `1.34.1`. Pre-releases are not offered. */
export type Version = string;

/** Whether a version is what a user asks for: `1.34.1`, `1.34`, `v1.34.x`, or `latest`. */
export function isWanted(wanted: string, version: Version): boolean {
  if (wanted === 'latest') return true;
  const parts = wanted
    .replace(/^v/, '')
    .replace(/\.[x*]$/, '')
    .split('.');
  return parts.every((part, index) => part === version.split('.')[index]);
}

/** The newest of these versions; undefined if there is none. */
export function newest<T extends { version: Version }>(all: readonly T[]): T | undefined {
  return all.toSorted((one, other) => compareVersions(other.version, one.version))[0];
}

export function compareVersions(one: Version, other: Version): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
}
