import { expect, it } from 'vitest';
import { tokenAuthentication } from '../../../src/api-server/authentication/authentication.ts';
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
