import type { Container, PodSpec } from '@opgen/runtime/kinds/core/v1';
import { largest, only, quantities, type Resources, sum } from './resources.ts';

/** What the containers of a Pod request together, or the largest init container if that needs more. */
export function podRequests(spec: PodSpec): Resources {
  return ofPod(spec, 'requests');
}

/** The limits of a Pod's containers together, or of the largest init container if that has more. */
export function podLimits(spec: PodSpec): Resources {
  return ofPod(spec, 'limits');
}

type Kind = 'requests' | 'limits';

function ofPod({ containers, initContainers = [], resources = {} }: PodSpec, kind: Kind): Resources {
  const amounts = (container: Container): Resources => quantities(container.resources?.[kind]);
  // Sidecars start before the init containers that follow, and run beside the containers.
  let sidecars: Resources = new Map();
  let peak: Resources = new Map();
  for (const container of initContainers) {
    const own = sum(sidecars, amounts(container));
    if (container.restartPolicy === 'Always') sidecars = own;
    peak = largest(peak, own);
  }
  const running = containers.map(amounts).reduce(sum, sidecars);
  return new Map([...largest(peak, running), ...only(quantities(resources[kind]), isOfPods)]);
}

/** Whether a Pod as a whole can request the resource. */
function isOfPods(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/** The quality of service of a Pod, from the requests and limits of its containers. */
export function qosClass({
  containers = [],
  initContainers = [],
  resources,
}: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const all =
    resources === undefined
      ? [...containers, ...initContainers].map((each) => each.resources ?? {})
      : [resources];
  const amounts = all.map(({ requests, limits }) => ({
    requests: counted(requests),
    limits: counted(limits),
  }));
  if (amounts.every(({ requests, limits }) => requests.size === 0 && limits.size === 0)) return 'BestEffort';
  const requests = amounts.map((each) => each.requests).reduce(sum);
  const limits = amounts.map((each) => each.limits).reduce(sum);
  const isGuaranteed =
    amounts.every((each) => each.limits.size === qosResources.length) &&
    requests.size === limits.size &&
    [...requests].every(([name, request]) => limits.get(name)?.compare(request) === 0);
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

const qosResources = ['cpu', 'memory'];

function counted(amounts: Parameters<typeof quantities>[0]): Resources {
  const known = only(quantities(amounts), (name) => qosResources.includes(name));
  return new Map([...known].filter(([, amount]) => amount.compare(0) > 0));
}
