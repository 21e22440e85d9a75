import type { AnyObject } from '../deployment/kubernetes-objects.ts';
import { KubectlError } from '../deployment/read-rollout.ts';
import type { Kubectl } from '../kubectl/kubectl.ts';

/** The objects of the project that are in the cluster, by kind, namespace and name. */
export class LiveObjects {
  readonly #objects: ReadonlyMap<string, AnyObject>;

  constructor(objects: readonly AnyObject[]) {
    this.#objects = new Map(objects.map((object) => [keyOf(object), object]));
  }

  /** The object with the same kind and name. */
  find<T extends AnyObject>(wanted: T): T | undefined {
    return this.#objects.get(keyOf(wanted)) as T | undefined;
  }
}

function keyOf({ kind, metadata: { name, namespace = '' } }: AnyObject): string {
  return `${kind} ${namespace}/${name}`;
}

/** Reads them in one request per object, as kubectl does. */
export async function readLiveObjects(kubectl: Kubectl, objects: readonly AnyObject[]): Promise<LiveObjects> {
  if (objects.length === 0) return new LiveObjects([]);
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const result = await kubectl(['get', '--ignore-not-found', '--filename=-', '--output=json'], list);
  if (!result.ok) throw new KubectlError(result.reason);
  if (result.stdout.trim() === '') return new LiveObjects([]);
  const found = JSON.parse(result.stdout) as AnyObject & { items?: readonly AnyObject[] };
  return new LiveObjects(found.items ?? [found]);
}
