import type { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';

/** The ordinals of the Pods that a StatefulSet should have. */
export function ordinalsOf({ spec: { replicas = 1, ordinals } }: StatefulSet): number[] {
  const { start = 0 } = ordinals ?? {};
  return Array.from({ length: replicas }, (_, index) => start + index);
}

/** The ordinal of a Pod; undefined if its name is not one of the StatefulSet's. */
export function ordinalOf({ metadata: { name: set } }: StatefulSet, { metadata }: Pod): number | undefined {
  const [, parent, ordinal] = /^(.*)-(\d+)$/.exec(metadata.name) ?? [];
  return parent === set ? Number(ordinal) : undefined;
}
