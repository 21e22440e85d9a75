import { expect, it } from 'vitest';
import { labelSelector } from '../../../src/api-server/storage/selectors.ts';

const selects = (selector: string, labels: Record<string, string>): boolean =>
  labelSelector(selector)({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', uid: 'a', resourceVersion: '1', creationTimestamp: '', labels },
  });

it.each([
  ['', {}],
  ['app', { app: '' }],
  ['!app', {}],
  ['! app', {}],
  ['app=a', { app: 'a' }],
  ['app == a', { app: 'a' }],
  ['app=', { app: '' }],
  ['app!=a', {}],
  ['app in (a, b),tier', { app: 'b', tier: 'x' }],
  ['app in (a,)', { app: '' }],
  ['app in ()', { app: '' }],
  ['app notin (a)', {}],
  ['size > 3, size < 5', { size: '4' }],
  ['example.com/app=a', { 'example.com/app': 'a' }],
])('%j selects %j', (selector, labels) => {
  expect(selects(selector, labels as Record<string, string>)).toBe(true);
});

it.each([
  ['app', {}],
  ['!app', { app: 'a' }],
  ['app in (a)', {}],
  ['app=a,tier=b', { app: 'a' }],
  ['size > 3', { size: 'large' }],
])('%j does not select %j', (selector, labels) => {
  expect(selects(selector, labels as Record<string, string>)).toBe(false);
});

it.each(['a b', 'a in b', 'a in (b', '=a', 'a,', 'a>b', 'a=b c'])('%j is rejected', (selector) => {
  expect(() => labelSelector(selector)).toThrow('unable to parse requirement');
});
