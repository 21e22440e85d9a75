/** From the most to the least urgent. A few fixed names keep the metrics small. */
export const priorities = ['high', 'normal', 'low'] as const;

/**
 * When a queued object is reconciled: objects of a higher priority come first, but every fifth turn goes to the lower ones.
 * `low` is for work that is not urgent, such as reconciling every object after a start.
 */
export type Priority = (typeof priorities)[number];

export function higherOf(a: Priority, b: Priority): Priority {
  return priorities.indexOf(a) < priorities.indexOf(b) ? a : b;
}
