import { Quantity } from '@opgen/rules/quantity';
import type { Service } from '@opgen/runtime/kinds/core/v1';
import type { Evaluator } from './evaluator.ts';
import { one } from './object-count.ts';

const names = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers'];

/** Services count by their type and the number of their node ports. */
export const serviceEvaluator: Evaluator = {
  isAbout: (name) => names.includes(name),
  usageOf(object) {
    const { spec = {} } = object as unknown as Service;
    return new Map([
      ['count/services', one],
      ['services', one],
      ['services.nodeports', new Quantity(one.billionths * BigInt(nodePorts(spec)))],
      ['services.loadbalancers', spec.type === 'LoadBalancer' ? one : new Quantity(0n)],
    ]);
  },
  isInScope: () => false,
  isCharged: ({ subresource }) => subresource === undefined,
};

function nodePorts({
  type,
  ports = [],
  allocateLoadBalancerNodePorts,
}: NonNullable<Service['spec']>): number {
  if (type === 'LoadBalancer' && allocateLoadBalancerNodePorts === false)
    return ports.filter(({ nodePort }) => nodePort !== undefined).length;
  return type === 'NodePort' || type === 'LoadBalancer' ? ports.length : 0;
}
