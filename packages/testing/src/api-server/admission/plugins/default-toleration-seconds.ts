import type { Pod, Toleration } from '@opgen/runtime/kinds/core/v1';
import { isWriteOf } from '../attributes.ts';
import type { MutatingPlugin } from '../plugin.ts';

const taints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const tolerationSeconds = 300;

/** Pods tolerate a node that is not ready or unreachable for five minutes, unless they say how long. */
export const addDefaultTolerations: MutatingPlugin = (_, attributes) => {
  const { object } = attributes;
  if (object === undefined || !isWriteOf(attributes, '/pods')) return object;
  const { spec } = object as unknown as Pod;
  const given = spec.tolerations ?? [];
  const missing = taints.filter((key) => !given.some((toleration) => tolerates(toleration, key)));
  if (missing.length === 0) return object;
  const added = missing.map((key): Toleration => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds,
  }));
  return { ...object, spec: { ...spec, tolerations: [...given, ...added] } };
};

function tolerates({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}
