import { describe, expect, it } from 'vitest';
import { formatSelector, labelsMatch } from '../../src/objects/selector.ts';

const labels = { app: 'cache', tier: 'gold', 'example.com/size': '3' };

describe('a selector', () => {
  it.each([
    '',
    'app',
    'app=cache',
    'app == cache',
    'app!=web',
    'zone!=a',
    '!zone',
    'tier in (gold, silver)',
    'tier notin (bronze)',
    'zone notin (a)',
    'app=cache,tier in (gold,silver),!zone',
    'example.com/size>2',
    'example.com/size<4',
  ])('%j matches', (selector) => {
    expect(labelsMatch(selector, labels)).toBe(true);
  });

  it.each([
    'zone',
    'app=web',
    'app!=cache',
    '!app',
    'tier in (silver)',
    'app,tier=silver',
    'app>1',
    'zone in ()',
  ])('%j does not match', (selector) => {
    expect(labelsMatch(selector, labels)).toBe(false);
  });

  it.each([
    ['an empty selector, which matches everything', {}, true],
    ['labels', { matchLabels: { app: 'cache' } }, true],
    [
      'labels and expressions',
      {
        matchLabels: { app: 'cache' },
        matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' as const }],
      },
      false,
    ],
    [
      'a set of values',
      { matchExpressions: [{ key: 'tier', operator: 'In' as const, values: ['gold'] }] },
      true,
    ],
    [
      'an inherited property',
      { matchExpressions: [{ key: 'toString', operator: 'Exists' as const }] },
      false,
    ],
  ])('supports %s', (_what, selector, expected) => {
    expect(labelsMatch(selector, labels)).toBe(expected);
  });

  it('matches an object without labels', () => {
    expect(labelsMatch('!app', undefined)).toBe(true);
  });

  it('may require an empty value', () => {
    expect(labelsMatch('app=', { app: '' })).toBe(true);
    expect(labelsMatch('app=', labels)).toBe(false);
  });

  it.each(['tier in gold', 'a=b,,c', 'app=a b', '=x'])('rejects the invalid selector %j', (selector) => {
    expect(() => labelsMatch(selector, labels)).toThrow('invalid label selector');
  });

  it('is formatted as the API expects', () => {
    const selector = {
      matchLabels: { app: 'cache' },
      matchExpressions: [
        { key: 'tier', operator: 'In' as const, values: ['gold', 'silver'] },
        { key: 'zone', operator: 'DoesNotExist' as const },
        { key: 'a', operator: 'NotIn' as const, values: ['b'] },
      ],
    };
    expect(formatSelector(selector)).toBe('app=cache,tier in (gold,silver),!zone,a!=b');
  });
});
