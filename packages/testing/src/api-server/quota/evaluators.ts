import { type Resource, tableOf } from '../resources/resource.ts';
import { claimEvaluator } from './claims.ts';
import type { Evaluator } from './evaluator.ts';
import { countingEvaluator, objectCount } from './object-count.ts';
import { podEvaluator } from './pods.ts';
import { serviceEvaluator } from './services.ts';

const special: Readonly<Record<string, Evaluator>> = {
  '/pods': podEvaluator,
  '/services': serviceEvaluator,
  '/persistentvolumeclaims': claimEvaluator,
};

/** Kinds whose number has a second name, from the time before `count/`. */
const named = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'];

/** How objects of a resource count against quotas; undefined if they do not. */
export function evaluatorOf(resource: Resource): Evaluator | undefined {
  const table = tableOf(resource);
  // Events have never counted, and what only supports create is not stored.
  if (!resource.namespaced || table === '/events' || !resource.verbs.includes('list')) return undefined;
  const isNamed = resource.group === '' && named.includes(resource.plural);
  return special[table] ?? countingEvaluator([objectCount(resource), ...(isNamed ? [resource.plural] : [])]);
}
