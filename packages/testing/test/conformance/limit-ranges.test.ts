import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';

interface Amounts {
  readonly requests?: object;
  readonly limits?: object;
}

function pod(resources?: Amounts, more: object = {}): object {
  return {
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'c', image: 'nginx', ...(resources && { resources }) }], ...more },
  };
}

async function limitRange(scene: Scene, ...limits: object[]): Promise<Record<string, unknown>> {
  return (await scene.create('limitranges', { metadata: { name: 'limits' }, spec: { limits } })).spec;
}

/** The message of the refusal, without what all of them begin with. */
async function refusalOf(scene: Scene, object: object): Promise<string> {
  const { status, object: refusal } = await scene.post('pods', object);
  expect(status, JSON.stringify(refusal)).toBe(403);
  return String(refusal.message).replace('pods "a" is forbidden: ', '');
}

function resourcesOf(spec: Record<string, unknown>): unknown[] {
  return (spec['containers'] as { resources: object }[]).map(({ resources }) => resources);
}

function claimOf(storage: string): object {
  const resources = { requests: { storage } };
  return { metadata: { name: 'a' }, spec: { accessModes: ['ReadWriteOnce'], resources } };
}

conformance('Limit ranges', (it) => {
  it('limit containers to their maximum by default, and request that', async (scene) => {
    const type = 'Container';
    expect(await limitRange(scene, { type, max: { cpu: '2', memory: '1Gi' }, min: { cpu: '1' } })).toEqual({
      limits: [
        {
          type,
          max: { cpu: '2', memory: '1Gi' },
          min: { cpu: '1' },
          default: { cpu: '2', memory: '1Gi' },
          defaultRequest: { cpu: '2', memory: '1Gi' },
        },
      ],
    });
  });

  it('request the minimum of what has no default', async (scene) => {
    const spec = await limitRange(scene, { type: 'Container', min: { cpu: '100m' } });
    expect(spec).toEqual({
      limits: [{ type: 'Container', min: { cpu: '100m' }, defaultRequest: { cpu: '100m' } }],
    });
  });

  it('have no defaults for Pods', async (scene) => {
    const spec = await limitRange(scene, { type: 'Pod', max: { cpu: '2' } });
    expect(spec).toEqual({ limits: [{ type: 'Pod', max: { cpu: '2' } }] });
  });

  it('give containers default requests and limits', async (scene) => {
    await limitRange(scene, {
      type: 'Container',
      default: { cpu: '500m', memory: '512Mi' },
      defaultRequest: { cpu: '250m', memory: '256Mi' },
    });
    const { spec, metadata } = await scene.create('pods', pod());
    expect(resourcesOf(spec)).toEqual([
      { limits: { cpu: '500m', memory: '512Mi' }, requests: { cpu: '250m', memory: '256Mi' } },
    ]);
    expect(metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c',
    });
  });

  it('keep the requests and limits of containers', async (scene) => {
    await limitRange(scene, { type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '250m' } });
    const init = { name: 'i', image: 'nginx', resources: { requests: { cpu: '100m' } } };
    const { spec, metadata, status } = await scene.create(
      'pods',
      pod({ limits: { cpu: '1' } }, { initContainers: [init] }),
    );
    expect(resourcesOf(spec)).toEqual([{ limits: { cpu: '1' }, requests: { cpu: '1' } }]);
    expect(spec['initContainers']).toMatchObject([
      { resources: { limits: { cpu: '500m' }, requests: { cpu: '100m' } } },
    ]);
    expect(metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger': 'LimitRanger plugin set: cpu limit for init container i',
    });
    expect(status['qosClass']).toBe('Burstable');
  });

  it('reject requests below the minimum', async (scene) => {
    await limitRange(scene, { type: 'Container', min: { cpu: '200m' } });
    expectRefusal(await scene.post('pods', pod({ requests: { cpu: '100m' } })), {
      code: 403,
      reason: 'Forbidden',
      message: 'pods "a" is forbidden: minimum cpu usage per Container is 200m, but request is 100m',
      details: { name: 'a', kind: 'pods' },
    });
  });

  it('reject limits above the maximum', async (scene) => {
    await limitRange(scene, { type: 'Container', max: { memory: '1Gi' } });
    expect(await refusalOf(scene, pod({ limits: { memory: '1025Mi' }, requests: { memory: '1Mi' } }))).toBe(
      'maximum memory usage per Container is 1Gi, but limit is 1025Mi',
    );
  });

  it('reject a ratio of limit to request above the maximum', async (scene) => {
    await limitRange(scene, { type: 'Container', maxLimitRequestRatio: { cpu: '2' } });
    expect(await refusalOf(scene, pod({ limits: { cpu: '1' }, requests: { cpu: '300m' } }))).toBe(
      'cpu max limit to request ratio per Container is 2, but provided ratio is 3.333333',
    );
  });

  it('reject Pods without what has a ratio', async (scene) => {
    await limitRange(scene, { type: 'Pod', maxLimitRequestRatio: { cpu: '2' } });
    expect(await refusalOf(scene, pod())).toBe(
      'cpu max limit to request ratio per Pod is 2, but no request is specified or request is 0',
    );
    expect(await refusalOf(scene, pod({ requests: { cpu: '1' } }))).toBe(
      'cpu max limit to request ratio per Pod is 2, but no limit is specified or limit is 0',
    );
  });

  it('count the containers of a Pod together', async (scene) => {
    await limitRange(scene, { type: 'Pod', max: { cpu: '1' } });
    const cpu = { requests: { cpu: '600m' }, limits: { cpu: '600m' } };
    const two = ['c', 'd'].map((name) => ({ name, image: 'nginx', resources: cpu }));
    expect(await refusalOf(scene, pod(undefined, { containers: two }))).toBe(
      'maximum cpu usage per Pod is 1, but limit is 1200m',
    );
    expect((await scene.post('pods', pod(cpu, { initContainers: [{ ...two[1] }] }))).status).toBe(201);
  });

  it('list all problems of a Pod', async (scene) => {
    await limitRange(scene, { type: 'Pod', max: { cpu: '1' }, min: { memory: '1Gi' } });
    expect(await refusalOf(scene, pod())).toBe(
      '[minimum memory usage per Pod is 1Gi.  No request is specified, ' +
        'maximum cpu usage per Pod is 1.  No limit is specified]',
    );
  });

  it('limit the size of claims', async (scene) => {
    await limitRange(scene, {
      type: 'PersistentVolumeClaim',
      min: { storage: '1Gi' },
      max: { storage: '2Gi' },
    });
    const messages = ['512Mi', '3Gi'].map(
      async (size) => (await scene.post('persistentvolumeclaims', claimOf(size))).object.message,
    );
    expect(await Promise.all(messages)).toEqual([
      'persistentvolumeclaims "a" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, ' +
        'but request is 512Mi',
      'persistentvolumeclaims "a" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, ' +
        'but request is 3Gi',
    ]);
    expect((await scene.post('persistentvolumeclaims', claimOf('2Gi'))).status).toBe(201);
  });
});
