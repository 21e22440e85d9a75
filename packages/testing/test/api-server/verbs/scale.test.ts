import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { definition, deployment, memcached } from '../../kubectl/manifests.ts';
import { startApi } from '../api.ts';

const object = (text: string): object => parse(text) as object;
const objects = [object(definition), object(memcached(2)), object(deployment)];
const ofMemcached = '/apis/cache.example.com/v1/namespaces/default/memcacheds/sample';
const ofDeployment = '/apis/apps/v1/namespaces/default/deployments/web';

it.each([
  ['a custom resource', ofMemcached, {}],
  ['a Deployment', ofDeployment, { selector: 'app=web' }],
])('reads the replicas of %s', async (_, path, more) => {
  const { send } = await startApi({ objects });
  const { object: scale } = await send('GET', `${path}/scale`);
  expect(scale).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 2 } });
  expect(scale['status']).toEqual({ replicas: 0, ...more });
});

it.each([
  ['a custom resource', ofMemcached, 'size'],
  ['a Deployment', ofDeployment, 'replicas'],
])('writes the replicas of %s, by an update or a patch', async (_, path, field) => {
  const { send } = await startApi({ objects });
  const { object: scale } = await send('GET', `${path}/scale`);
  const updated = await send('PUT', `${path}/scale`, { ...scale, spec: { replicas: 5 } });
  expect(updated.object.spec).toEqual({ replicas: 5 });
  expect((await send('GET', path)).object.spec[field]).toBe(5);

  const patched = await send(
    'PATCH',
    `${path}/scale`,
    { spec: { replicas: 0 } },
    { 'content-type': 'application/merge-patch+json' },
  );
  // A Scale omits zero replicas.
  expect(patched.object.spec).toEqual({});
  expect((await send('GET', path)).object.spec[field]).toBe(0);
});

it('rejects a scale of an object that has changed in the meantime', async () => {
  const { send } = await startApi({ objects });
  const { object: scale } = await send('GET', `${ofDeployment}/scale`);
  await send('PUT', `${ofDeployment}/scale`, { ...scale, spec: { replicas: 5 } });
  const late = await send('PUT', `${ofDeployment}/scale`, { ...scale, spec: { replicas: 7 } });
  expect(late.status).toBe(409);
});
