import { invalid } from '../field-errors.ts';
import { notNegative, objectIn } from './fields.ts';
import type { Validation } from './validation.ts';

export const validateLease: Validation = (lease) => {
  const spec = objectIn(lease, 'spec');
  const { leaseDurationSeconds: duration, leaseTransitions } = spec;
  const isShort = typeof duration === 'number' && duration <= 0;
  return [
    ...(isShort ? [invalid('spec.leaseDurationSeconds', duration, 'must be greater than 0')] : []),
    ...notNegative(leaseTransitions, 'spec.leaseTransitions'),
  ];
};
