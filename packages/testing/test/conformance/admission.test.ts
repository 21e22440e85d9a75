import { expect } from 'vitest';
import type { AdmissionRequest } from '../support/webhook-server.ts';
import { conformance } from './support/conformance.ts';
import { withWebhooks } from './support/webhooks.ts';

const cache = { metadata: { name: 'cache' }, data: { memory: '64m' } };
const allowed = { allowed: true };
const byAlice = { apiVersion: 'meta.k8s.io/v1', fieldManager: 'alice' };

conformance('admission webhooks', (it) => {
  it('a mutating webhook patches a new object', async (scene) => {
    const webhooks = await withWebhooks(scene, { mutating: [{ id: 'first' }] });
    webhooks.admit('/first', () => ({
      allowed: true,
      patch: [{ op: 'add', path: '/data/port', value: '11211' }],
    }));

    const made = await scene.create('configmaps', cache);
    expect(made['data']).toEqual({ memory: '64m', port: '11211' });
    expect((await scene.read('configmaps', 'cache'))['data']).toEqual({ memory: '64m', port: '11211' });
  });

  it('a validating webhook receives a create as the protocol specifies', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first' }] });
    const received: AdmissionRequest[] = [];
    webhooks.admit('/first', (request) => {
      received.push(request);
      return allowed;
    });

    await scene.post('configmaps', cache, '?fieldManager=alice');
    const [request] = received;
    expect({ ...request, userInfo: 0, uid: 0, object: 0 }).toEqual({
      uid: 0,
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
      requestResource: { group: '', version: 'v1', resource: 'configmaps' },
      name: 'cache',
      namespace: scene.namespace,
      operation: 'CREATE',
      userInfo: 0,
      object: 0,
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'alice' },
    });
    expect(request?.object).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', data: { memory: '64m' } });
    expect(Object.keys(request?.object?.metadata ?? {}).toSorted()).toEqual([
      'creationTimestamp',
      'managedFields',
      'name',
      'namespace',
      'uid',
    ]);
    expect(request?.userInfo.groups).toContain('system:authenticated');
    expect(webhooks.calls).toEqual(['/first?timeout=10s']);
  });

  it('a mutating webhook receives an object with a generateName without uid and name', async (scene) => {
    const webhooks = await withWebhooks(scene, { mutating: [{ id: 'first' }] });
    const received: AdmissionRequest[] = [];
    webhooks.admit('/first', (request) => {
      received.push(request);
      return allowed;
    });
    await scene.create('configmaps', { metadata: { generateName: 'cache-' } });
    const [request] = received;
    expect(Object.keys(request?.object?.metadata ?? {}).toSorted()).toEqual([
      'generateName',
      'managedFields',
      'namespace',
    ]);
    expect(request).not.toHaveProperty('name');
  });

  it('an update contains the old object', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first' }] });
    const received: AdmissionRequest[] = [];
    webhooks.admit('/first', (request) => {
      received.push(request);
      return allowed;
    });
    await scene.create('configmaps', cache);
    await scene.patch('merge', scene.path('configmaps', 'cache'), { data: { memory: '128m' } });
    const [, request] = received;
    expect(request?.operation).toBe('UPDATE');
    expect([request?.oldObject?.data, request?.object?.data]).toEqual([
      { memory: '64m' },
      { memory: '128m' },
    ]);
    expect(request?.options).toEqual({ kind: 'UpdateOptions', apiVersion: 'meta.k8s.io/v1' });
  });

  it('an apply that creates is a CREATE, one that changes is an UPDATE', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first' }] });
    const received: [string, unknown][] = [];
    webhooks.admit('/first', ({ operation, options }) => {
      received.push([operation, options]);
      return allowed;
    });
    await scene.apply('configmaps', 'cache', { data: { memory: '64m' } });
    await scene.apply('configmaps', 'cache', { data: { memory: '128m' } });
    expect(received).toEqual([
      ['CREATE', { kind: 'CreateOptions', ...byAlice }],
      ['UPDATE', { kind: 'UpdateOptions', ...byAlice }],
    ]);
  });

  it('a delete contains only the old object', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first' }] });
    const received: AdmissionRequest[] = [];
    webhooks.admit('/first', (request) => {
      received.push(request);
      return allowed;
    });
    await scene.create('configmaps', cache);
    await scene.delete(scene.path('configmaps', 'cache'), { propagationPolicy: 'Background' });
    const [, request] = received;
    expect([request?.operation, request?.object, request?.oldObject?.data, request?.name]).toEqual([
      'DELETE',
      null,
      { memory: '64m' },
      'cache',
    ]);
    expect(request?.options).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'meta.k8s.io/v1',
      propagationPolicy: 'Background',
    });
  });

  it('a deletecollection calls webhooks for each object', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first' }] });
    const received: (string | undefined)[] = [];
    webhooks.admit('/first', ({ operation, oldObject, name }) => {
      if (operation === 'DELETE') received.push(oldObject?.metadata.name, name);
      return allowed;
    });
    await scene.create('configmaps', { metadata: { name: 'a', labels: { app: 'cache' } } });
    await scene.delete(`${scene.path('configmaps')}?labelSelector=app%3Dcache`);
    expect(received).toEqual(['a', undefined]);
  });
});
