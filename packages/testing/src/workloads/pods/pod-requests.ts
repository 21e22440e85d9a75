import { Quantity, type QuantityValue } from '@opgen/rules/quantity';
import type { Container, Pod, PodSpec } from '@opgen/runtime/kinds/core/v1';

/** Amounts of resources by their names. */
export type Resources = ReadonlyMap<string, Quantity>;

const zero = new Quantity(0n);

/** What a Pod requests of its node: its containers together, or the largest init container if that needs more. */
export function requestsOf({ spec }: Pod): Resources {
  const { containers, initContainers = [], overhead = {} } = spec;
  // Sidecars start before the init containers that follow, and run beside the containers.
  let sidecars: Resources = new Map();
  let peak: Resources = new Map();
  for (const container of initContainers) {
    const requests = amounts(container);
    if (container.restartPolicy === 'Always') sidecars = sum(sidecars, requests);
    peak = largest(peak, container.restartPolicy === 'Always' ? sidecars : sum(sidecars, requests));
  }
  const running = containers.map(amounts).reduce(sum, sidecars);
  return sum(
    sum(largest(peak, running), quantities(overhead)),
    new Map([['pods', new Quantity(1_000_000_000n)]]),
  );
}

export function quantities(amount: Readonly<Record<string, QuantityValue>>): Resources {
  return new Map(Object.entries(amount).map(([name, value]) => [name, zero.add(value)]));
}

export function sum(a: Resources, b: Resources): Resources {
  return combined(a, b, (x, y) => x.add(y));
}

function largest(a: Resources, b: Resources): Resources {
  return combined(a, b, (x, y) => (x.compare(y) < 0 ? y : x));
}

function combined(a: Resources, b: Resources, combine: (x: Quantity, y: Quantity) => Quantity): Resources {
  const names = new Set([...a.keys(), ...b.keys()]);
  return new Map([...names].map((name) => [name, combine(a.get(name) ?? zero, b.get(name) ?? zero)]));
}

function amounts({ resources }: Container): Resources {
  return quantities(resources?.requests ?? {});
}

/** The quality of service of a Pod, from the requests and limits of its containers. */
export function qosClass({
  containers,
  initContainers = [],
}: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const all = [...containers, ...initContainers].map(({ resources = {} }) => resources);
  const names = ['cpu', 'memory'];
  const isSet = all.some(({ requests = {}, limits = {} }) =>
    names.some((name) => requests[name] ?? limits[name]),
  );
  if (!isSet) return 'BestEffort';
  const isExact = all.every(({ requests = {}, limits = {} }) =>
    names.every(
      (name) =>
        limits[name] !== undefined && zero.add(limits[name]).compare(requests[name] ?? limits[name]) === 0,
    ),
  );
  return isExact ? 'Guaranteed' : 'Burstable';
}
