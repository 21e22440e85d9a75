import { deepEqual } from '@opgen/rules/json';
import type { Change, Client, ObjectKey } from '@opgen/runtime';
import { Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { isReady, isTerminated } from '../pods/pod-state.ts';
import { addressesOf } from './endpoint.ts';

/** The Pods that a Service selects. */
export async function selectedPods(client: Client, { metadata, spec }: Service): Promise<Pod[]> {
  const { selector = {} } = spec;
  const { items } = await client.list(Pod, { namespace: metadata.namespace ?? '' });
  return items.filter((pod) => selects(selector, pod));
}

/** The Services that select a Pod. */
export async function servicesOf(client: Client, pod: Pod): Promise<ObjectKey[]> {
  const { items } = await client.list(Service, { namespace: pod.metadata.namespace ?? '' });
  return items
    .filter(({ spec }) => spec.selector !== undefined && selects(spec.selector, pod))
    .map(({ metadata }) => metadata);
}

/** Whether Kubernetes manages the endpoints of a Service. Those of others belong to the user. */
export function hasManagedEndpoints({ spec }: Service): boolean {
  return spec.selector !== undefined && spec.type !== 'ExternalName';
}

/** Whether a change of a Pod may change endpoints. */
export function changesEndpoints({ object, old }: Change<Pod>): boolean {
  return old === undefined || !deepEqual(relevantParts(object), relevantParts(old));
}

function relevantParts(pod: Pod): unknown {
  const { labels, deletionTimestamp } = pod.metadata;
  const { hostname, subdomain } = pod.spec;
  return [labels, deletionTimestamp, hostname, subdomain, isReady(pod), isTerminated(pod), addressesOf(pod)];
}

function selects(selector: Readonly<Record<string, string>>, { metadata }: Pod): boolean {
  return Object.entries(selector).every(([name, value]) => metadata.labels?.[name] === value);
}
