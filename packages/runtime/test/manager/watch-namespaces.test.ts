import { expect, test } from 'vitest';
import { watchNamespaces } from '../../src/manager/watch-namespaces.ts';

test.each([
  ['team-a', ['team-a']],
  ['team-a,team-b', ['team-a', 'team-b']],
  [' team-a , team-b,,team-a', ['team-a', 'team-b']],
  ['', undefined],
])('WATCH_NAMESPACE=%j stands for %j', (text, namespaces) => {
  expect(watchNamespaces({ WATCH_NAMESPACE: text })).toEqual(namespaces);
});

test('one that is not set is a mistake, and says what to do', () => {
  expect(() => watchNamespaces({})).toThrow('WATCH_NAMESPACE is not set: set it to the namespaces to watch');
});

test.each(['Team', 'team_a', 'a,-b'])('%j is refused', (text) => {
  expect(() => watchNamespaces({ WATCH_NAMESPACE: text })).toThrow('which is not a valid namespace name');
});
