import type {
  Container,
  LimitRange,
  LimitRangeItem,
  PersistentVolumeClaim,
  Pod,
} from '@opgen/runtime/kinds/core/v1';
import { podLimits, podRequests } from '../../../amounts/pod-resources.ts';
import { quantities, type ResourceList } from '../../../amounts/resources.ts';
import type { Store } from '../../storage/store.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { type Attributes, isWriteOf } from '../attributes.ts';
import { forbidden } from '../forbidden.ts';
import type { MutatingPlugin, ValidatingPlugin } from '../plugin.ts';
import { problemsOfAmounts, problemsOfClaim } from './limits.ts';

const annotation = 'kubernetes.io/limit-ranger';

/** Containers get the default requests and limits of the LimitRanges in their namespace. */
export const setDefaultLimits: MutatingPlugin = ({ store }, attributes) => {
  const { object } = attributes;
  if (object === undefined || !isNewPod(attributes)) return object;
  return limitRanges(store, attributes).reduce(withDefaults, object);
};

/** Pods and claims must keep the minimums, maximums and ratios of the LimitRanges in their namespace. */
export const requireLimits: ValidatingPlugin = ({ store }, attributes) => {
  const { object, oldObject } = attributes;
  if (object === undefined || oldObject?.metadata.deletionTimestamp !== undefined) return;
  const isClaim = isWriteOf(attributes, '/persistentvolumeclaims');
  if (!isClaim && !isNewPod(attributes)) return;
  for (const { spec } of limitRanges(store, attributes)) {
    const items = spec?.limits ?? [];
    const problems = new Set(
      items.flatMap((item) =>
        isClaim
          ? problemsOfClaim(item, object as unknown as PersistentVolumeClaim)
          : problemsOfPod(item, object as unknown as Pod),
      ),
    );
    if (problems.size > 0) throw forbidden(attributes, listed([...problems]));
  }
};

/** The containers of an existing Pod cannot change. */
function isNewPod(attributes: Attributes): boolean {
  return attributes.operation === 'CREATE' && isWriteOf(attributes, '/pods');
}

function limitRanges(store: Store, { namespace }: Attributes): LimitRange[] {
  return store.list('/limitranges', namespace) as unknown as LimitRange[];
}

function withDefaults(object: StoredObject, { spec: limits }: LimitRange): StoredObject {
  const items = (limits?.limits ?? []).filter(({ type }) => type === 'Container');
  const defaults = {
    requests: Object.assign({}, ...items.map((item) => item.defaultRequest)) as ResourceList,
    limits: Object.assign({}, ...items.map((item) => item.default)) as ResourceList,
  };
  const { spec } = object as unknown as Pod;
  const { containers: given = [], initContainers: inits } = spec;
  const set: string[] = [];
  const completed = (container: Container, kind: string): Container => {
    const { requests = {}, limits: own = {} } = container.resources ?? {};
    for (const [word, present, added] of [
      ['request', requests, defaults.requests],
      ['limit', own, defaults.limits],
    ] as const) {
      const missing = Object.keys(added).filter((name) => present[name] === undefined);
      if (missing.length > 0)
        set.push(`${missing.toSorted().join(', ')} ${word} for ${kind} ${container.name}`);
    }
    const resources = {
      ...container.resources,
      limits: { ...defaults.limits, ...own },
      requests: { ...defaults.requests, ...requests },
    };
    return { ...container, resources };
  };
  const containers = given.map((each) => completed(each, 'container'));
  const initContainers = inits?.map((each) => completed(each, 'init container'));
  if (set.length === 0) return object;
  const annotations = {
    ...object.metadata.annotations,
    [annotation]: `LimitRanger plugin set: ${set.join('; ')}`,
  };
  return {
    ...object,
    metadata: { ...object.metadata, annotations },
    spec: { ...spec, containers, ...(initContainers && { initContainers }) },
  };
}

function problemsOfPod(item: LimitRangeItem, { spec }: Pod): string[] {
  if (item.type === 'Pod') return problemsOfAmounts(item, podRequests(spec), podLimits(spec));
  if (item.type !== 'Container') return [];
  return [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ resources = {} }) =>
    problemsOfAmounts(item, quantities(resources.requests), quantities(resources.limits)),
  );
}

function listed(problems: readonly string[]): string {
  return problems.length === 1 ? String(problems[0]) : `[${problems.join(', ')}]`;
}
