import type { Pod, Taint, Toleration } from '@opgen/runtime/kinds/core/v1';

/** Whether the toleration allows a Pod on a node with the taint. */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator = 'Equal', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  return operator === 'Exists' || (key !== '' && value === (taint.value ?? ''));
}

/** The taints with one of the effects that a Pod does not tolerate. */
export function untolerated(
  { spec }: Pod,
  taints: readonly Taint[],
  effects: readonly string[],
): readonly Taint[] {
  const { tolerations = [] } = spec;
  return taints.filter(
    (taint) => effects.includes(taint.effect) && !tolerations.some((each) => tolerates(each, taint)),
  );
}
