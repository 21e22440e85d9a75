import { describe, expect, it } from 'vitest';
import { checkRule } from '../../../src/cel/rules/check-rule.ts';
import { memcachedSpec } from '../rules/memcached-schema.ts';
import { estimates } from './estimates.ts';

describe('an evaluation costs at most', () => {
  it.each(estimates)('%s: %d', (rule, cost) => {
    expect(checkRule(rule, memcachedSpec())).toMatchObject({ problems: [], estimatedCost: cost });
  });
});
