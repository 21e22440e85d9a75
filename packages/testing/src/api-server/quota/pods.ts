import { isExtendedResource } from '@opgen/rules/objects';
import type { Container, Pod, PodAffinityTerm, PodSpec } from '@opgen/runtime/kinds/core/v1';
import { podLimits, podRequests, qosClass } from '../../amounts/pod-resources.ts';
import { quantities, type Resources, sum } from '../../amounts/resources.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { type Evaluator, matchesNames } from './evaluator.ts';
import { one } from './object-count.ts';

const computed = ['cpu', 'memory', 'ephemeral-storage'];
const known = new Set([
  'count/pods',
  'pods',
  ...computed.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
/** Every container must specify these if a quota limits them. */
const required = new Set(['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]));

/** Pods use what their containers request, until they have ended. */
export const podEvaluator: Evaluator = {
  isAbout: (name) =>
    known.has(name) ||
    /^(requests\.)?hugepages-/.test(name) ||
    (name.startsWith('requests.') && isExtendedResource(name.slice('requests.'.length))),

  usageOf(object, now) {
    const pod = object as unknown as Pod;
    const count: Resources = new Map([['count/pods', one]]);
    if (hasEnded(pod, now)) return count;
    const { spec } = pod;
    const overhead = quantities(spec.overhead);
    const limits = podLimits(spec);
    const limited = new Map([...overhead].filter(([name]) => limits.has(name)));
    return sum(count, named(sum(podRequests(spec), overhead), sum(limits, limited)));
  },

  isInScope(scope, object) {
    const { spec } = object as unknown as Pod;
    switch (scope.scopeName) {
      case 'Terminating':
        return isTerminating(object);
      case 'NotTerminating':
        return !isTerminating(object);
      case 'BestEffort':
        return qosClass(spec) === 'BestEffort';
      case 'NotBestEffort':
        return qosClass(spec) !== 'BestEffort';
      case 'PriorityClass':
        return matchesNames(scope, spec.priorityClassName ? [spec.priorityClassName] : []);
      case 'CrossNamespacePodAffinity':
        return isAboutOtherNamespaces(spec);
      default:
        return false;
    }
  },

  isCharged({ operation, subresource, object, oldObject }) {
    if (subresource !== undefined) return false;
    if (operation === 'CREATE') return true;
    return (
      object !== undefined && oldObject !== undefined && isTerminating(object) !== isTerminating(oldObject)
    );
  },

  problemOf(names, object) {
    const { spec } = object as unknown as Pod;
    if (spec.resources?.requests !== undefined || spec.resources?.limits !== undefined) return undefined;
    const containers = [...spec.containers, ...(spec.initContainers ?? [])];
    const problems = names
      .filter((name) => required.has(name))
      .toSorted()
      .flatMap((name) => {
        const lacking = containers.filter((container) => !usageOfContainer(container).has(name));
        const lacks = [...new Set(lacking.map((container) => container.name))].toSorted().join(',');
        return lacks === '' ? [] : `${name} for: ${lacks}`;
      });
    return problems.length === 0 ? undefined : `must specify ${problems.join('; ')}`;
  },
};

function usageOfContainer({ resources = {} }: Container): Resources {
  return named(quantities(resources.requests), quantities(resources.limits));
}

/** The usage under the names that quotas have for requests and limits. */
function named(requests: Resources, limits: Resources): Resources {
  return new Map([
    ['pods', one],
    ...[...requests].flatMap(([name, amount]): [string, typeof amount][] => {
      if (isExtendedResource(name)) return [[`requests.${name}`, amount]];
      const isKnown = computed.includes(name) || name.startsWith('hugepages-');
      return isKnown
        ? [
            [name, amount],
            [`requests.${name}`, amount],
          ]
        : [];
    }),
    ...[...limits]
      .filter(([name]) => computed.includes(name))
      .map(([name, amount]): [string, typeof amount] => [`limits.${name}`, amount]),
  ]);
}

/** Pods that have ended, or whose deletion is overdue, use nothing. */
function hasEnded({ metadata, status }: Pod, now: Date): boolean {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return now.getTime() > Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

function isTerminating(object: StoredObject): boolean {
  return (object as unknown as Pod).spec.activeDeadlineSeconds !== undefined;
}

function isAboutOtherNamespaces({ affinity = {} }: PodSpec): boolean {
  return [affinity.podAffinity, affinity.podAntiAffinity].some((rules) =>
    [
      ...(rules?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(rules?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((each) => each.podAffinityTerm),
    ].some(namesNamespaces),
  );
}

function namesNamespaces({ namespaces = [], namespaceSelector }: PodAffinityTerm): boolean {
  return namespaces.length > 0 || namespaceSelector !== undefined;
}
