import { expect, it } from 'vitest';
import { impersonated, tokenAuthentication } from '../../../src/api-server/authentication/authentication.ts';
import { administrator } from '../../../src/api-server/serving/request.ts';

const bob = { name: 'bob', groups: ['memcached-operators', 'system:authenticated'] };
const authenticate = tokenAuthentication(
  new Map([
    ['of-the-administrator', administrator],
    ['of-bob', { name: 'bob', groups: ['memcached-operators'] }],
  ]),
);

it.each([
  ['by its token', { authorization: 'Bearer of-the-administrator' }, administrator],
  ['in whatever case the scheme is written', { authorization: 'bearer of-bob' }, bob],
  ['as anonymous without a token', {}, { name: 'system:anonymous', groups: ['system:unauthenticated'] }],
])('knows a user %s', (_case, headers, user) => {
  expect(authenticate(headers)).toEqual(user);
});

it.each([
  ['an unknown token', 'Bearer of-nobody'],
  ['an empty token', 'Bearer '],
  ['another scheme', 'Basic of-bob'],
])('refuses %s', (_case, authorization) => {
  expect(() => authenticate({ authorization })).toThrow(
    expect.objectContaining({ status: expect.objectContaining({ code: 401, reason: 'Unauthorized' }) }),
  );
});

it.each([
  ['a user', { 'impersonate-user': 'eve' }, { name: 'eve', groups: ['system:authenticated'] }],
  [
    'a user in groups',
    { 'impersonate-user': 'eve', 'impersonate-group': 'a, b' },
    { name: 'eve', groups: ['a', 'b', 'system:authenticated'] },
  ],
  [
    'a user in the group that says he is not authenticated',
    { 'impersonate-user': 'eve', 'impersonate-group': 'system:unauthenticated' },
    { name: 'eve', groups: ['system:unauthenticated'] },
  ],
  [
    'nobody in particular',
    { 'impersonate-user': 'system:anonymous' },
    { name: 'system:anonymous', groups: ['system:unauthenticated'] },
  ],
  [
    'a service account',
    { 'impersonate-user': 'system:serviceaccount:demo:memcached' },
    {
      name: 'system:serviceaccount:demo:memcached',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:demo', 'system:authenticated'],
    },
  ],
])('lets an administrator act as %s', (_case, headers, user) => {
  expect(impersonated(administrator, headers)).toEqual(user);
});

it('allows impersonation only for administrators', () => {
  expect(() => authenticate({ authorization: 'Bearer of-bob', 'impersonate-user': 'eve' })).toThrow(
    'users "eve" is forbidden: User "bob" cannot impersonate resource "users" in API group "" at the cluster scope',
  );
});

it('requires a user together with groups', () => {
  expect(() => impersonated(administrator, { 'impersonate-group': 'a' })).toThrow(
    'without impersonating a user',
  );
});
