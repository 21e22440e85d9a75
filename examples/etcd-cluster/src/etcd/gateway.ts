// SPDX-License-Identifier: Apache-2.0

/**
 * `fetch` for an operator outside of the cluster, which cannot resolve the names in it: `http://name:port/path` becomes
 * `<gateway>/name:port/path`.
 */
export function through(gateway: string): typeof fetch {
  return async (input, init) => {
    const { host, pathname } = new URL(String(input));
    return fetch(`${gateway}/${host}${pathname}`, init);
  };
}
