import type { Pod } from '@opgen/runtime/kinds/core/v1';
import type { PriorityClass } from '@opgen/runtime/kinds/scheduling/v1';
import type { Store } from '../../storage/store.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { type Attributes, isWriteOf } from '../attributes.ts';
import { forbidden } from '../forbidden.ts';
import type { MutatingPlugin, ValidatingPlugin } from '../plugin.ts';

const classes = 'scheduling.k8s.io/priorityclasses';

interface Priority {
  readonly name?: string;
  readonly value: number;
  readonly preemptionPolicy: string | undefined;
}

/** Pods get the priority of their PriorityClass. */
export const resolvePriority: MutatingPlugin = ({ store }, attributes) => {
  const { object, operation, oldObject } = attributes;
  if (object === undefined || !isWriteOf(attributes, '/pods')) return object;
  return operation === 'CREATE' ? resolved(store, attributes, object) : kept(object, oldObject);
};

/** Only one PriorityClass is the default of Pods that name none. */
export const requireOneDefaultPriority: ValidatingPlugin = ({ store }, attributes) => {
  const { object } = attributes;
  if (object === undefined || !isWriteOf(attributes, classes) || object['globalDefault'] !== true) return;
  const current = globalDefault(store)?.metadata.name;
  if (current === undefined || (attributes.operation === 'UPDATE' && current === object.metadata.name))
    return;
  throw forbidden(
    attributes,
    `PriorityClass ${current} is already marked as default. Only one default can exist`,
  );
};

function resolved(store: Store, attributes: Attributes, object: StoredObject): StoredObject {
  const { spec } = object as unknown as Pod;
  const { name, value, preemptionPolicy } = priorityOf(store, attributes, spec.priorityClassName ?? '');
  if (spec.priority !== undefined && spec.priority !== value) {
    const cause = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
    throw forbidden(attributes, cause);
  }
  const given = spec.preemptionPolicy;
  if (preemptionPolicy !== undefined && given !== undefined && given !== preemptionPolicy) {
    const cause = `the string value of PreemptionPolicy (${given}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`;
    throw forbidden(attributes, cause);
  }
  return {
    ...object,
    spec: {
      ...spec,
      ...(name !== undefined && { priorityClassName: name }),
      priority: value,
      ...(preemptionPolicy !== undefined && { preemptionPolicy }),
    },
  };
}

function priorityOf(store: Store, attributes: Attributes, name: string): Priority {
  const found =
    name === ''
      ? globalDefault(store)
      : (store.find(classes, undefined, name) as unknown as PriorityClass | undefined);
  if (found !== undefined) {
    const { metadata, value = 0, preemptionPolicy } = found;
    return { name: metadata.name, value, preemptionPolicy };
  }
  if (name !== '') throw forbidden(attributes, `no PriorityClass with name ${name} was found`);
  return { value: 0, preemptionPolicy: 'PreemptLowerPriority' };
}

/** The class of Pods that name none: if there are several, the one with the lowest value. */
function globalDefault(store: Store): PriorityClass | undefined {
  const marked = (store.list(classes) as unknown as PriorityClass[]).filter(
    (each) => each.globalDefault === true,
  );
  return marked.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];
}

/** An update that omits the resolved fields keeps them. */
function kept(object: StoredObject, oldObject: StoredObject | undefined): StoredObject {
  const { spec } = object as unknown as Pod;
  const { priority: value, preemptionPolicy } = (oldObject as unknown as Pod).spec;
  const isComplete =
    (spec.priority !== undefined || value === undefined) &&
    (spec.preemptionPolicy !== undefined || preemptionPolicy === undefined);
  if (isComplete) return object;
  return {
    ...object,
    spec: { priority: value, ...(preemptionPolicy !== undefined && { preemptionPolicy }), ...spec },
  };
}
