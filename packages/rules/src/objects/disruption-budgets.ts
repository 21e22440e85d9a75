import { invalid, oneOf } from '../field-errors.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { atMostAll, notNegativeShare, objectIn } from './fields.ts';
import type { Validation } from './validation.ts';

export const validateDisruptionBudget: Validation = (budget) => {
  const spec = objectIn(budget, 'spec');
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } = spec;
  const both = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(both ? [invalid('spec', spec, 'minAvailable and maxUnavailable cannot be both set')] : []),
    ...notNegativeShare(minAvailable, 'spec.minAvailable'),
    ...atMostAll(minAvailable, 'spec.minAvailable'),
    ...notNegativeShare(maxUnavailable, 'spec.maxUnavailable'),
    ...atMostAll(maxUnavailable, 'spec.maxUnavailable'),
    ...validateLabelSelector(selector, 'spec.selector'),
    ...oneOf(
      unhealthyPodEvictionPolicy,
      ['AlwaysAllow', 'IfHealthyBudget'],
      'spec.unhealthyPodEvictionPolicy',
    ),
  ];
};
