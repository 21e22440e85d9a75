import type { KubernetesObject, LabelSelector } from '@opgen/runtime';

/** An object that selects others by their labels. */
export interface Selecting extends KubernetesObject {
  spec: { selector?: LabelSelector | Readonly<Record<string, string>> };
}

/** The selector of a workload; that of a ReplicationController consists of labels only. */
export function selectorOf({ kind, spec }: Selecting): LabelSelector | undefined {
  const { selector } = spec;
  if (selector === undefined || kind !== 'ReplicationController')
    return selector as LabelSelector | undefined;
  return { matchLabels: selector as Readonly<Record<string, string>> };
}
