import type { Transport, TransportResponse } from '@opgen/runtime/transport';
import { expect, test } from 'vitest';
import { PermissionUsage } from '../../../src/dev/permissions/permission-usage.ts';

/** Answers each request with this status and message. */
function server(answer: { status: number; message?: string }): Transport {
  return {
    request: async (): Promise<TransportResponse> => {
      const text = JSON.stringify({ kind: 'Status', status: 'Failure', message: answer.message ?? '' });
      return {
        status: answer.status,
        headers: {},
        text: async () => text,
        chunks: async function* () {
          yield Buffer.from(text);
        },
      };
    },
    close: async () => undefined,
  };
}

const denied = 'User "o" cannot list resource "secrets" in API group "" in the namespace "default"';
const marker = '// +rbac:groups=core,resources=secrets,verbs=list';

test('counts authorized and refused requests, and passes responses on', async () => {
  const answer = { status: 200, message: denied };
  let changes = 0;
  const usage = new PermissionUsage(server(answer), () => (changes += 1));
  const list = { method: 'GET', path: '/api/v1/namespaces/default/secrets?limit=500' };
  await usage.request(list);
  answer.status = 403;
  const refused = await usage.request(list);
  expect(JSON.parse(await refused.text())).toMatchObject({ message: denied });
  const streamed = await usage.request(list);
  let text = '';
  for await (const chunk of streamed.chunks()) text += Buffer.from(chunk).toString();
  expect(JSON.parse(text)).toMatchObject({ message: denied });
  const access = { verb: 'list', group: '', resource: 'secrets', namespace: 'default' };
  expect(usage.uses).toEqual([{ access, used: 1, refused: 2, marker }]);
  expect(changes).toBe(3);

  usage.forgetRefusals();
  expect(usage.uses).toEqual([{ access, used: 1, refused: 0, marker }]);
});

test('a request that a quota refuses was authorized, and one without a valid token was not', async () => {
  const answer = { status: 403, message: 'exceeded quota: pods' };
  const usage = new PermissionUsage(server(answer), () => undefined);
  await usage.request({ method: 'POST', path: '/api/v1/namespaces/default/pods' });
  answer.status = 401;
  await usage.request({ method: 'GET', path: '/api/v1/namespaces/default/pods/web' });
  expect(usage.uses).toEqual([
    {
      access: { verb: 'create', group: '', resource: 'pods', namespace: 'default' },
      used: 1,
      refused: 0,
      marker: undefined,
    },
  ]);
});

test('an apply that creates uses the verb create too, and is refused without it', async () => {
  const answer = { status: 201, message: '' };
  const usage = new PermissionUsage(server(answer), () => undefined);
  const apply = { method: 'PATCH', path: '/apis/apps/v1/namespaces/default/deployments/web' };
  await usage.request(apply);
  answer.status = 403;
  answer.message = 'User "o" cannot create resource "deployments" in API group "apps"';
  await usage.request(apply);
  expect(usage.uses.map(({ access: { verb }, refused, used }) => ({ verb, used, refused }))).toEqual([
    { verb: 'patch', used: 1, refused: 0 },
    { verb: 'create', used: 1, refused: 1 },
  ]);
});
