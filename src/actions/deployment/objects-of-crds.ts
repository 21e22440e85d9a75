import type { Kubectl } from '../kubectl/kubectl.ts';

/** What keeps a CRD in the cluster: its objects, or the error that hides them. */
export interface UsedCrd {
  readonly name: string;
  /** As `namespace/name`; objects without a namespace as `/name`. */
  readonly objects: readonly string[];
  readonly error?: string;
}

/** Those CRDs of the cluster that have objects. A CRD whose objects cannot be listed counts as used. */
export async function usedCrds(kubectl: Kubectl, names: readonly string[]): Promise<UsedCrd[]> {
  if (names.length === 0) return [];
  const installed = await kubectl(['get', 'crd', ...names, '--ignore-not-found', '--output=name']);
  if (!installed.ok) return names.map((name) => ({ name, objects: [], error: installed.reason }));
  const found = await Promise.all(
    installed.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => objectsOf(kubectl, line.slice(line.indexOf('/') + 1))),
  );
  return found.filter(({ error, objects }) => error !== undefined || objects.length > 0);
}

/** The name of a CRD is also the full name of its resource: `memcacheds.cache.example.com`. */
async function objectsOf(kubectl: Kubectl, name: string): Promise<UsedCrd> {
  const template = String.raw`{range .items[*]}{.metadata.namespace}/{.metadata.name}{"\n"}{end}`;
  const result = await kubectl(['get', name, '--all-namespaces', `--output=jsonpath=${template}`]);
  if (!result.ok) return { name, objects: [], error: result.reason };
  return { name, objects: result.stdout.split('\n').filter((line) => line !== '') };
}
