import { expect, test } from 'vitest';
import { watchNamespaces } from '../../src/manager/watch-namespaces.ts';

test.each([
  ['team-a', ['team-a']],
  ['team-a,team-b', ['team-a', 'team-b']],
  [' team-a , team-b,,team-a', ['team-a', 'team-b']],
  ['', undefined],
])('parses WATCH_NAMESPACE=%j as %j', (text, namespaces) => {
  expect(watchNamespaces({ WATCH_NAMESPACE: text })).toEqual(namespaces);
});

test('rejects an unset variable and explains how to set it', () => {
  expect(() => watchNamespaces({})).toThrow('WATCH_NAMESPACE is not set: set it to the namespaces to watch');
});

test.each(['Team', 'team_a', 'a,-b'])('rejects %j', (text) => {
  expect(() => watchNamespaces({ WATCH_NAMESPACE: text })).toThrow('which is not a valid namespace name');
});
