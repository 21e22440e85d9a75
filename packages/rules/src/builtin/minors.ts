/** The minor versions of Kubernetes whose schemas are known, oldest first. */
export const minors = ['1.33', '1.34', '1.35', '1.36'] as const;

/** A minor version of Kubernetes, such as `1.36`. */
export type Minor = (typeof minors)[number];

/** The minor version that is used unless another one is requested. */
export const newestMinor: Minor = '1.36';

/** Whether a minor version is this one or a later one. */
export function isAtLeast(minor: Minor, other: Minor): boolean {
  return minors.indexOf(minor) >= minors.indexOf(other);
}

/** The minor of `1.34`, `v1.34` or `v1.34.2`; undefined if its schemas are not known. */
export function minorOf(version: string): Minor | undefined {
  const [, minor] = /^v?(\d+\.\d+)(?:\.\d+)?(?:[-+].*)?$/.exec(version) ?? [];
  return minors.find((known) => known === minor);
}
