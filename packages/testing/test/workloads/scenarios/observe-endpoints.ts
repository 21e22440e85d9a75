import type { LiveClient } from '@opgen/runtime';
import { Endpoints, Pod } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';

/** The endpoints of the Services of a namespace, with the names of Pods instead of their addresses. */
export async function observeEndpoints(client: LiveClient, namespace: string): Promise<object> {
  const [pods, slices, endpoints] = await Promise.all([
    client.list(Pod, { namespace }),
    client.list(EndpointSlice, { namespace }),
    client.list(Endpoints, { namespace }),
  ]);
  const names = new Map(pods.items.map(({ metadata, status }) => [status?.podIP ?? '', metadata.name]));
  const host = (ip: string): string => names.get(ip) ?? ip;
  return {
    endpointSlices: slices.items
      .map(({ metadata, addressType, ports, endpoints: all }) => ({
        generateName: metadata.generateName,
        labels: metadata.labels,
        owners: ownersOf(metadata.ownerReferences),
        addressType,
        ports: sorted(ports ?? []),
        endpoints: sorted(
          (all ?? []).map(({ addresses, targetRef, ...others }) => ({
            ...others,
            addresses: addresses.map(host),
            target: targetRef && { ...targetRef, uid: '' },
          })),
        ),
      }))
      .toSorted(byText),
    endpoints: endpoints.items.map(({ metadata, subsets = [] }) => ({
      name: metadata.name,
      labels: metadata.labels,
      owners: ownersOf(metadata.ownerReferences),
      subsets: sorted(
        subsets.map(({ ports = [], addresses = [], notReadyAddresses = [] }) => ({
          ports: sorted(ports),
          ready: sorted(addresses.map(plain)),
          notReady: sorted(notReadyAddresses.map(plain)),
        })),
      ),
    })),
  };

  function plain({ ip, targetRef, ...others }: { ip: string; targetRef?: object }): object {
    return { ...others, ip: host(ip), target: targetRef && { ...targetRef, uid: '' } };
  }
}

function ownersOf(references: Pod['metadata']['ownerReferences'] = []): object[] {
  return references.map((reference) => ({ ...reference, uid: '' }));
}

function sorted<T>(items: readonly T[]): T[] {
  return items.toSorted(byText);
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
