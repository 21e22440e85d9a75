/** The minor versions of Kubernetes that the facts cover, oldest first. */
export const minors = ['1.33', '1.34', '1.35', '1.36'] as const;

export type Minor = (typeof minors)[number];

export const newestMinor: Minor = '1.36';

/** `1.34`, `v1.34` and `v1.34.2` name the same minor; nothing if there are no facts about it. */
export function minorOf(version: string): Minor | undefined {
  const [, minor] = /^v?(\d+\.\d+)(?:\.\d+)?(?:[-+].*)?$/.exec(version) ?? [];
  return minors.find((known) => known === minor);
}
