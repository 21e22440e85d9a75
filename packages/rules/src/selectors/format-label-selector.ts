import type { LabelSelector, LabelSelectorRequirement } from './label-selector.ts';

/** A label selector in the syntax of the query parameter `labelSelector`, in the order of its keys. */
export function formatLabelSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const requirements = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...matchExpressions.map((requirement) => ({ key: requirement.key, text: expression(requirement) })),
  ];
  return requirements
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(',');
}

function expression({ key, operator, values = [] }: LabelSelectorRequirement): string {
  const list = values.toSorted().join(',');
  switch (operator) {
    case 'In':
      return `${key} in (${list})`;
    case 'NotIn':
      return `${key} notin (${list})`;
    default:
      return operator === 'DoesNotExist' ? `!${key}` : key;
  }
}
