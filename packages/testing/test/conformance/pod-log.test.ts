import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';

const container = (name: string): object => ({ name, image: 'shop:1' });

async function pod(scene: Scene, spec: object = {}): Promise<void> {
  await scene.create('pods', { metadata: { name: 'a' }, spec: { containers: [container('main')], ...spec } });
}

const two = { initContainers: [container('setup')], containers: [container('main'), container('proxy')] };
const read = (scene: Scene, query = '') => scene.get(`${scene.path('pods', 'a', 'log')}${query}`);

conformance('the log of a Pod', (it) => {
  it('is empty while the Pod has no node', async (scene) => {
    await pod(scene);
    const { status, text } = await read(scene);
    expect({ status, text }).toEqual({ status: 204, text: '' });
  });

  it('cannot be read from a missing node', async (scene) => {
    await pod(scene, { nodeName: 'gone' });
    expectRefusal(await read(scene), {
      code: 404,
      reason: 'NotFound',
      message: 'pods "gone" not found',
      details: { name: 'gone', kind: 'pods' },
    });
  });

  it('needs an existing Pod', async (scene) => {
    expectRefusal(await read(scene), {
      code: 404,
      reason: 'NotFound',
      message: 'pods "a" not found',
      details: { name: 'a', kind: 'pods' },
    });
  });

  it('is that of one container', async (scene) => {
    await pod(scene, two);
    const wrong = { code: 400, reason: 'BadRequest' };
    const message = 'a container name must be specified for pod a, choose one of: [setup main proxy]';
    expectRefusal(await read(scene), { ...wrong, message });
    expectRefusal(await read(scene, '?container=other'), {
      ...wrong,
      message: 'container other is not valid for pod a',
    });
    expect((await read(scene, '?container=setup')).status).toBe(204);
  });

  it('is read-only', async (scene) => {
    await pod(scene);
    expect((await scene.send('POST', scene.path('pods', 'a', 'log'), {})).status).toBe(405);
  });

  const options: [query: string, reason: string, field: string, message: string][] = [
    ['tailLines=-1', 'Invalid', 'tailLines', 'Invalid value: -1: must be greater than or equal to 0'],
    ['limitBytes=0', 'Invalid', 'limitBytes', 'Invalid value: 0: must be greater than 0'],
    ['sinceSeconds=0', 'Invalid', 'sinceSeconds', 'Invalid value: 0: must be greater than 0'],
    ['stream=Stdout', 'Forbidden', 'stream', 'Forbidden: may not be specified'],
    [
      'sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z',
      'Forbidden',
      '[]',
      'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
  ];
  for (const [query, reason, field, message] of options) {
    it(`is rejected with ${query}`, async (scene) => {
      await pod(scene);
      expectRefusal(await read(scene, `?${query}`), {
        code: 422,
        reason: 'Invalid',
        message: `PodLogOptions "a" is invalid: ${field}: ${message}`,
        details: {
          name: 'a',
          kind: 'PodLogOptions',
          causes: [{ reason: `FieldValue${reason}`, message, field }],
        },
      });
    });
  }

  it('requires an integer for tailLines', async (scene) => {
    await pod(scene);
    expectRefusal(await read(scene, '?tailLines=few'), {
      code: 400,
      reason: 'BadRequest',
      message: 'strconv.ParseInt: parsing "few": invalid syntax',
    });
  });
});
