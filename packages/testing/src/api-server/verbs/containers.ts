import { badRequest, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';

interface PodSpec {
  readonly initContainers?: readonly { readonly name: string }[];
  readonly containers: readonly { readonly name: string }[];
  readonly ephemeralContainers?: readonly { readonly name: string }[];
}

/** The container that a request for a Pod means. It may leave out the name if there is only one. */
export function containerOf({ metadata: { name }, spec }: StoredObject, container: string): string {
  const { initContainers = [], containers, ephemeralContainers = [] } = spec as PodSpec;
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((each) => each.name);
  if (container !== '') {
    if (names.includes(container)) return container;
    throw new StatusError(badRequest(`container ${container} is not valid for pod ${name}`));
  }
  const [only, ...others] = containers;
  if (only !== undefined && others.length === 0) return only.name;
  const problem = `a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`;
  throw new StatusError(badRequest(problem));
}
