import type { Pod, PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredObject } from '../../storage/stored-object.ts';
import type { CheckedPod } from './check.ts';

type Template = (object: StoredObject) => unknown;

const ofSpec: Template = ({ spec }) => objectOf(spec)['template'];

/** Where the kinds that create Pods have the template of their Pods. */
const templates: Readonly<Record<string, Template>> = {
  '/podtemplates': ({ template }) => template,
  '/replicationcontrollers': ofSpec,
  'apps/replicasets': ofSpec,
  'apps/deployments': ofSpec,
  'apps/statefulsets': ofSpec,
  'apps/daemonsets': ofSpec,
  'batch/jobs': ofSpec,
  'batch/cronjobs': ({ spec }) => objectOf(objectOf(objectOf(spec)['jobTemplate'])['spec'])['template'],
};

export function hasPodTemplate(table: string): boolean {
  return Object.hasOwn(templates, table);
}

/** The Pod that an object of a table is, or the template of its Pods. */
export function checkedPodOf(table: string, object: StoredObject): CheckedPod | undefined {
  const pod = (table === '/pods' ? object : templates[table]?.(object)) as Pod | PodTemplateSpec | undefined;
  if (pod?.spec === undefined) return undefined;
  return { annotations: pod.metadata?.annotations ?? {}, spec: pod.spec };
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
