import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

const owner = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid: name,
  controller: true,
});

conformance('create', (it) => {
  it('returns 201 with the stored object', async (scene) => {
    const answer = await scene.post('configmaps', { metadata: { name: 'a' }, data: { key: 'value' } });
    expect(answer.status).toBe(201);
    expect(answer.object).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: scene.namespace },
      data: { key: 'value' },
    });
    expect(await scene.read('configmaps', 'a')).toEqual(answer.object);
  });

  it('sets uid, resource version and creationTimestamp', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a' } });
    expect(metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(metadata.resourceVersion).toMatch(/^[1-9]\d*$/);
    expect(metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('ignores system fields that the client sends', async (scene) => {
    const { metadata } = await scene.create('configmaps', {
      metadata: {
        name: 'a',
        uid: 'mine',
        creationTimestamp: '2001-01-01T00:00:00Z',
        deletionTimestamp: '2001-01-01T00:00:00Z',
        generation: 7,
        selfLink: '/mine',
      },
    });
    expect(metadata.uid).not.toBe('mine');
    expect(metadata.creationTimestamp).not.toContain('2001');
    expect(metadata).not.toHaveProperty('deletionTimestamp');
    expect(metadata).not.toHaveProperty('selfLink');
  });

  it('takes a missing apiVersion and kind from the path', async (scene) => {
    const answer = await scene.send('POST', scene.path('configmaps'), { metadata: { name: 'a' } });
    expect(answer.status).toBe(201);
    expect(answer.object).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  it('accepts YAML', async (scene) => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: value\n';
    const answer = await scene.send('POST', scene.path('configmaps'), yaml, {
      'content-type': 'application/yaml',
    });
    expect(answer.status).toBe(201);
    expect(answer.object.data).toEqual({ key: 'value' });
  });

  it('rejects a name that exists', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    expectRefusal(await scene.post('configmaps', { metadata: { name: 'a' } }), {
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      details: { name: 'a', kind: 'configmaps' },
    });
  });

  it('rejects a custom resource whose name exists, with its group', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    expectRefusal(await scene.post('widgets', { metadata: { name: 'a' } }), {
      code: 409,
      reason: 'AlreadyExists',
      message: `widgets.${scene.group} "a" already exists`,
      details: { name: 'a', group: scene.group, kind: 'widgets' },
    });
  });

  it('reports that the existing object is being deleted', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    await scene.delete(scene.path('widgets', 'a'));
    expectRefusal(await scene.post('widgets', { metadata: { name: 'a' } }), {
      code: 409,
      reason: 'AlreadyExists',
      message: `object is being deleted: widgets.${scene.group} "a" already exists`,
      details: { name: 'a', group: scene.group, kind: 'widgets' },
    });
  });

  it('rejects an object without a name', async (scene) => {
    const message = 'Required value: name or generateName is required';
    expectRefusal(await scene.post('configmaps', { metadata: {} }), {
      code: 422,
      reason: 'Invalid',
      message: `ConfigMap "" is invalid: metadata.name: ${message}`,
      details: {
        kind: 'ConfigMap',
        causes: [{ reason: 'FieldValueRequired', message, field: 'metadata.name' }],
      },
    });
  });

  it('rejects another namespace than in the path', async (scene) => {
    expectRefusal(await scene.post('configmaps', { metadata: { name: 'a', namespace: 'default' } }), {
      code: 400,
      reason: 'BadRequest',
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    });
  });

  it('rejects another version than in the path', async (scene) => {
    const object = { apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    const answer = await scene.send('POST', scene.path('configmaps'), object);
    expect(answer.status).toBe(400);
    expect(answer.object).toMatchObject({ reason: 'BadRequest' });
    expect(answer.text).toContain(
      'cannot be handled as a ConfigMap: no kind \\"ConfigMap\\" is registered for version',
    );
  });

  it('rejects another version of a custom resource than in the path', async (scene) => {
    const object = { apiVersion: 'example.com/v9', kind: 'Widget', metadata: { name: 'a' } };
    expectRefusal(await scene.send('POST', scene.path('widgets'), object), {
      code: 400,
      reason: 'BadRequest',
      message: `the API version in the data (example.com/v9) does not match the expected API version (${scene.group}/v1)`,
    });
  });

  it('rejects another kind of custom resource than in the path', async (scene) => {
    const object = { apiVersion: `${scene.group}/v1`, kind: 'Gadget', metadata: { name: 'a' } };
    const message = 'Invalid value: "Gadget": must be Widget';
    expectRefusal(await scene.send('POST', scene.path('widgets'), object), {
      code: 422,
      reason: 'Invalid',
      message: `Gadget.${scene.group} "a" is invalid: kind: ${message}`,
      details: {
        name: 'a',
        group: scene.group,
        kind: 'Gadget',
        causes: [
          {
            reason: 'FieldValueInvalid',
            message,
            field: 'kind',
          },
        ],
      },
    });
  });

  it('rejects a missing namespace', async (scene) => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    expectRefusal(await scene.send('POST', '/api/v1/namespaces/nowhere/configmaps', object), {
      code: 404,
      reason: 'NotFound',
      message: 'namespaces "nowhere" not found',
      details: { name: 'nowhere', kind: 'namespaces' },
    });
  });

  it('rejects a resource version', async (scene) => {
    const answer = await scene.post('configmaps', { metadata: { name: 'a', resourceVersion: '5' } });
    expect(answer.status).toBe(500);
    expect(answer.object).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code: 500,
      message: 'resourceVersion should not be set on objects to be created',
    });
  });

  it('rejects a body that is not JSON', async (scene) => {
    const answer = await scene.send('POST', scene.path('widgets'), '{');
    expect(answer.status).toBe(400);
    expect(answer.object).toMatchObject({ status: 'Failure', reason: 'BadRequest' });
  });

  it('rejects an unknown media type', async (scene) => {
    const answer = await scene.send('POST', scene.path('configmaps'), 'a', { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(answer.object).toMatchObject({ reason: 'UnsupportedMediaType' });
  });

  it('drops the status of a custom resource with a status subresource', async (scene) => {
    const widget = await scene.create('widgets', { metadata: { name: 'a' }, status: { phase: 'Ready' } });
    expect(widget).not.toHaveProperty('status');
  });

  it('drops the status of a Deployment', async (scene) => {
    const template = {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    };
    const deployment = await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
      status: { replicas: 3 },
    });
    expect(deployment.status).toEqual({});
  });

  it('is not allowed at the path of an object', async (scene) => {
    const answer = await scene.send('POST', scene.path('configmaps', 'a'), scene.typed('configmaps', {}));
    expectRefusal(answer, {
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
      details: {},
    });
  });

  it('keeps labels, annotations and owner references', async (scene) => {
    const owner = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'owner',
      uid: '1d3a2b6e-0000-4000-8000-000000000000',
    };
    const metadata = {
      name: 'a',
      labels: { 'example.com/app': 'memcached' },
      annotations: { 'example.com/note': 'any text, even "this"' },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    };
    expect((await scene.create('widgets', { metadata })).metadata).toMatchObject(metadata);
  });

  it('rejects a label value with a space', async (scene) => {
    const answer = await scene.post('configmaps', { metadata: { name: 'a', labels: { app: 'not this' } } });
    const message =
      `Invalid value: "not this": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ` +
      `and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', ` +
      `regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`;
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: `ConfigMap "a" is invalid: metadata.labels: ${message}`,
      details: {
        name: 'a',
        kind: 'ConfigMap',
        causes: [{ reason: 'FieldValueInvalid', message, field: 'metadata.labels' }],
      },
    });
  });

  it('rejects a name with capital letters', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'Not-This' } });
    const message =
      `Invalid value: "Not-This": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ` +
      `and must start and end with an alphanumeric character (e.g. 'example.com', ` +
      `regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
    expectRefusal(answer, {
      code: 422,
      reason: 'Invalid',
      message: `Widget.${scene.group} "Not-This" is invalid: metadata.name: ${message}`,
      details: {
        name: 'Not-This',
        group: scene.group,
        kind: 'Widget',
        causes: [
          {
            reason: 'FieldValueInvalid',
            message,
            field: 'metadata.name',
          },
        ],
      },
    });
  });

  it('rejects two controllers', async (scene) => {
    const answer = await scene.post('configmaps', {
      metadata: { name: 'a', ownerReferences: [owner('one'), owner('two')] },
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Only one reference can have Controller set to true');
  });

  it('forbids caching of the response', async (scene) => {
    const { headers } = await scene.post('configmaps', { metadata: { name: 'a' } });
    expect(headers['cache-control']).toBe('no-cache, private');
    expect(headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('keeps the status of a Node, which its kubelet registers', async (scene) => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: scene.namespace },
      status: { capacity: { cpu: '2' }, conditions: [{ type: 'Ready', status: 'True' }] },
    };
    const { status } = await scene.must(201, 'POST', '/api/v1/nodes', node);
    expect(status).toMatchObject({ capacity: { cpu: '2' }, conditions: [{ type: 'Ready', status: 'True' }] });
    await scene.delete(`/api/v1/nodes/${scene.namespace}`);
  });

  it('is done by the server for the Service that leads to it', async (scene) => {
    const service = await scene.must(200, 'GET', '/api/v1/namespaces/default/services/kubernetes');
    expect(service.metadata.labels).toEqual({ component: 'apiserver', provider: 'kubernetes' });
    expect(service.spec).toMatchObject({
      type: 'ClusterIP',
      clusterIP: '10.0.0.1',
      ports: [{ name: 'https', port: 443, protocol: 'TCP' }],
    });
  });
});
