import { deepEqual } from '@opgen/rules/json';
import { controllerReference, type New } from '@opgen/runtime';
import type { Service } from '@opgen/runtime/kinds/core/v1';
import type { Endpoint, EndpointPort, EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import type { AddressType } from './endpoint.ts';
import { hasLabelsOf, sliceLabels } from './slice-labels.ts';

/** What to write so that the EndpointSlices of a Service contain its endpoints. */
export interface SlicePlan {
  readonly create: readonly New<EndpointSlice>[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly EndpointSlice[];
}

/** An endpoint and its ports: Pods may have different numbers for the same named port. */
export interface DesiredEndpoint {
  readonly endpoint: Endpoint;
  readonly ports: readonly EndpointPort[];
}

const mostEndpoints = 100;

/**
 * Plans the EndpointSlices of one address type, with as few writes as Kubernetes needs: endpoints stay in their slice,
 * and slices that would be deleted are reused for new content. A Service without endpoints has one empty slice.
 */
export function planSlices(
  service: Service,
  addressType: AddressType,
  desired: readonly DesiredEndpoint[],
  existing: readonly EndpointSlice[],
): SlicePlan {
  const owned = existing.filter((slice) => isOwned(slice, service));
  const groups = byPorts(desired);
  const create: New<EndpointSlice>[] = [];
  const update: EndpointSlice[] = [];
  const obsolete = existing.filter(
    (slice) => !owned.includes(slice) || !groups.has(keyOf(slice.ports ?? [])),
  );
  for (const [key, { ports, endpoints }] of groups) {
    const slices = owned.filter((slice) => keyOf(slice.ports ?? []) === key);
    const plan = planGroup(service, endpoints, slices);
    update.push(...plan.update);
    obsolete.push(...plan.delete);
    for (const part of plan.create) create.push(newSlice(service, addressType, ports, part));
  }
  if (existing.length === obsolete.length && create.length === 0) {
    const [only, ...others] = obsolete;
    if (only !== undefined && others.length === 0 && isPlaceholder(only, service))
      return { create, update, delete: [] };
    create.push(newSlice(service, addressType, [], []));
  }
  return reuse(service, { create, update, delete: obsolete });
}

/** The endpoints of one group of ports; `create` contains the endpoints of each new slice. */
interface GroupPlan {
  readonly create: readonly (readonly Endpoint[])[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly EndpointSlice[];
}

function planGroup(
  service: Service,
  desired: ReadonlyMap<string, Endpoint>,
  slices: readonly EndpointSlice[],
): GroupPlan {
  const left = new Map(desired);
  const changed: { slice: EndpointSlice; endpoints: Endpoint[] }[] = [];
  const unchanged: EndpointSlice[] = [];
  const obsolete: EndpointSlice[] = [];
  for (const slice of slices) {
    const { endpoints = [] } = slice;
    const kept = endpoints.flatMap((endpoint) => {
      const key = identityOf(endpoint);
      const next = left.get(key);
      left.delete(key);
      return next === undefined ? [] : [next];
    });
    const isSame = deepEqual(kept, endpoints);
    if (!isSame && kept.length === 0) obsolete.push(slice);
    else if (isSame && hasLabelsOf(slice, service)) unchanged.push(slice);
    else changed.push({ slice, endpoints: kept });
  }
  let rest = [...left.values()];
  for (const { endpoints } of changed.toSorted((a, b) => b.endpoints.length - a.endpoints.length)) {
    endpoints.push(...rest.splice(0, mostEndpoints - endpoints.length));
  }
  const roomy = rest.length === 0 ? undefined : fullestWithRoom(unchanged, rest.length);
  if (roomy !== undefined) {
    changed.push({ slice: roomy, endpoints: [...(roomy.endpoints ?? []), ...rest] });
    rest = [];
  }
  const create: Endpoint[][] = [];
  while (rest.length > 0) create.push(rest.splice(0, mostEndpoints));
  return {
    create,
    update: changed.map(({ slice, endpoints }) => withContent(slice, service, endpoints)),
    delete: obsolete,
  };
}

/** The slice that is fullest once it contains so many more endpoints. */
function fullestWithRoom(slices: readonly EndpointSlice[], count: number): EndpointSlice | undefined {
  return slices
    .filter((slice) => size(slice) + count <= mostEndpoints)
    .toSorted((a, b) => size(b) - size(a))
    .at(0);
}

function size({ endpoints = [] }: EndpointSlice): number {
  return endpoints.length;
}

/** Updates slices that the plan would delete instead of creating new ones. */
function reuse(service: Service, plan: SlicePlan): SlicePlan {
  const create = [...plan.create];
  const update = [...plan.update];
  const obsolete: EndpointSlice[] = [];
  for (const slice of plan.delete) {
    const next = isOwned(slice, service) ? create.pop() : undefined;
    if (next === undefined) obsolete.push(slice);
    else
      update.push({
        ...withContent(slice, service, (next.endpoints ?? []) as Endpoint[]),
        ports: (next.ports ?? []) as EndpointPort[],
      });
  }
  return { create, update, delete: obsolete };
}

function newSlice(
  service: Service,
  addressType: AddressType,
  ports: readonly EndpointPort[],
  endpoints: readonly Endpoint[],
): New<EndpointSlice> {
  const { name, namespace } = service.metadata;
  return {
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: sliceLabels(service),
      ownerReferences: [controllerReference(service)],
    },
    addressType,
    endpoints: [...endpoints],
    ports: [...ports],
  };
}

function withContent(slice: EndpointSlice, service: Service, endpoints: readonly Endpoint[]): EndpointSlice {
  const metadata = { ...slice.metadata, labels: sliceLabels(service) };
  return { ...slice, metadata, endpoints: [...endpoints] };
}

function isPlaceholder(slice: EndpointSlice, service: Service): boolean {
  const { ports, endpoints } = slice;
  const isEmpty = (ports ?? []).length === 0 && (endpoints ?? []).length === 0;
  return isEmpty && isOwned(slice, service) && hasLabelsOf(slice, service);
}

function isOwned({ metadata }: EndpointSlice, service: Service): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uid === service.metadata.uid);
}

function byPorts(desired: readonly DesiredEndpoint[]) {
  const groups = new Map<string, { ports: readonly EndpointPort[]; endpoints: Map<string, Endpoint> }>();
  for (const { endpoint, ports } of desired) {
    const key = keyOf(ports);
    const group = groups.get(key) ?? { ports, endpoints: new Map<string, Endpoint>() };
    groups.set(key, group);
    group.endpoints.set(identityOf(endpoint), endpoint);
  }
  return groups;
}

function keyOf(ports: readonly EndpointPort[]): string {
  return JSON.stringify(
    ports
      .map(({ name = '', port, protocol, appProtocol }) => [name, port, protocol, appProtocol])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
  );
}

/** What stays the same for the life of an endpoint. */
function identityOf({ addresses, hostname, targetRef }: Endpoint): string {
  return JSON.stringify([addresses, hostname, targetRef?.namespace, targetRef?.name, targetRef?.uid]);
}
