import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

/** Cases that random requests have found: see test/differential. */
conformance('differential findings', (it) => {
  it('unknown fields cause warnings even if the request fails', async (scene) => {
    const warning = '299 - "unknown field \\"unknown\\""';
    const object = { ...scene.typed('configmaps', { metadata: { name: 'a' } }), unknown: 1 };
    const missing = await scene.put(scene.path('configmaps', 'a'), object);
    expect([missing.status, missing.headers['warning']]).toEqual([404, warning]);
    const invalid = await scene.post('configmaps', {
      metadata: { name: 'a' },
      data: { 'no key': '' },
      unknown: 1,
    });
    expect([invalid.status, invalid.headers['warning']]).toEqual([422, warning]);
  });

  it('a body is decoded before the object is looked up', async (scene) => {
    const object = scene.typed('configmaps', { metadata: { name: 'a' }, data: 'a' });
    expectRefusal(await scene.put(scene.path('configmaps', 'a'), object), {
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string',
    });
  });

  it('a patch whose result cannot be decoded is invalid', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.patch('merge', scene.path('configmaps', 'a'), { data: { a: 1 } });
    expect(answer.status).toBe(422);
    expect(answer.object).toMatchObject({ reason: 'Invalid', details: { causes: [{ field: 'patch' }] } });
    expect(answer.object.message).toMatch(
      /: json: cannot unmarshal number into Go struct field ConfigMap.data of type string$/,
    );
  });

  it('the metadata of custom resources is decoded as strictly', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'a', labels: { app: 1 } } });
    expectRefusal(answer, {
      code: 400,
      reason: 'BadRequest',
      message:
        'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    });
  });

  it('a generation that the server does not maintain stays as it was created', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { name: 'a', generation: 7 } });
    expect(metadata.generation).toBe(7);
    const answer = await scene.patch('merge', scene.path('configmaps', 'a'), {
      metadata: { generation: 9, labels: { app: 'a' } },
    });
    expect(answer.object.metadata.generation).toBe(7);
  });

  it('a deletecollection returns the objects as listed', async (scene) => {
    const { metadata } = await scene.create('configmaps', {
      metadata: { name: 'a', finalizers: ['example.com/stay'] },
    });
    const { items } = await scene.must(200, 'DELETE', scene.path('configmaps'));
    expect(items.map((item) => item.metadata)).toEqual([metadata]);
  });

  it('selectors are parsed before anything else', async (scene) => {
    const path = scene.path('configmaps');
    const unfinished = await scene.get(`${path}?labelSelector=app+in+(&resourceVersionMatch=Exact`);
    expectRefusal(unfinished, {
      code: 400,
      reason: 'BadRequest',
      message: "unable to parse requirement: found '', expected: ',', ')' or identifier",
    });
    const unknown = await scene.send('DELETE', `${path}?fieldSelector=a=b`, { propagationPolicy: 'Other' });
    expect(unknown.status).toBe(400);
    expect((await scene.get(`${path}?fieldSelector=a=b&resourceVersion=999999999`)).status).toBe(400);
  });

  it('a strategic merge patch of a missing field is taken without merging', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const patch = { data: { a: null, b: '1' }, metadata: { labels: { $patch: 'replace', app: 'a' } } };
    const { data, metadata } = (await scene.patch('strategic', scene.path('configmaps', 'a'), patch)).object;
    expect({ data, labels: metadata.labels }).toEqual({ data: { b: '1' }, labels: undefined });
  });

  it('a list cannot be merged with a directive', async (scene) => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'b', uid: 'b' };
    await scene.create('configmaps', { metadata: { name: 'a', ownerReferences: [owner] } });
    const patch = { metadata: { ownerReferences: [{ uid: 'b', $patch: 'merge' }] } };
    const answer = await scene.patch('strategic', scene.path('configmaps', 'a'), patch);
    expect([answer.status, answer.object.message]).toEqual([
      500,
      'merging lists cannot yet be specified in the patch',
    ]);
  });

  const misfits: [field: object, problem: string][] = [
    [{ immutable: 'true' }, '.immutable: expected boolean, got &{true}'],
    [{ data: { a: 1 } }, '.data.a: expected string, got &value.valueUnstructured{Value:1}'],
    [{ data: 'a' }, '.data: expected map, got &{a}'],
    [{ metadata: { name: 'a', finalizers: 'a' } }, '.metadata.finalizers: expected list, got &{a}'],
    [
      { metadata: { name: 'a', generation: 'a' } },
      '.metadata.generation: expected numeric (int or float), got string',
    ],
  ];
  for (const [fields, problem] of misfits) {
    it(`an apply fails with: ${problem}`, async (scene) => {
      const answer = await scene.apply('configmaps', 'a', fields);
      expect(answer.status).toBe(500);
      expect(answer.object.message).toMatch(/^failed to create typed patch object/);
      expect(answer.object.message?.endsWith(`: ${problem}`), answer.object.message).toBe(true);
    });
  }

  it('an apply that creates may have any resource version', async (scene) => {
    const answer = await scene.apply('configmaps', 'a', { metadata: { name: 'a', resourceVersion: '1' } });
    expect(answer.status).toBe(201);
  });

  it('a forbidden finalizer is reported with all other errors', async (scene) => {
    const { metadata } = await scene.create('configmaps', {
      metadata: { name: 'a', finalizers: ['example.com/stay'] },
    });
    await scene.delete(scene.path('configmaps', 'a'));
    const finalizers = [...(metadata.finalizers ?? []), 'example.com/late'];
    const patch = { metadata: { finalizers }, data: { 'no key': '' } };
    const answer = await scene.patch('merge', scene.path('configmaps', 'a'), patch);
    const { causes } = (answer.object as unknown as { details: { causes: { field: string }[] } }).details;
    expect([...new Set(causes.map(({ field }) => field))]).toEqual(['metadata.finalizers', 'data[no key]']);
  });

  it('finalizers without a domain have a warning of their own', async (scene) => {
    for (const [name, wish] of [
      ['bare', 'prefer a domain-qualified finalizer name to avoid'],
      ['example.com', 'prefer a domain-qualified finalizer name including a path (/) to avoid'],
    ] as const) {
      const metadata = { name: name.replace('.', '-'), finalizers: [name] };
      const answer = await scene.post('widgets', { metadata });
      expect(answer.headers['warning']).toContain(wish);
    }
  });

  it('finalizers cause no warning if the object is rejected', async (scene) => {
    const object = { metadata: { name: 'a', finalizers: ['bare'] }, spec: { size: 11 } };
    expect((await scene.post('widgets', object)).headers['warning']).toBeUndefined();
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), object);
    expect([answer.status, answer.headers['warning']]).toEqual([422, undefined]);
  });

  it('nobody owns fields that do not match the schema', async (scene) => {
    const { metadata } = await scene.create('widgets', { metadata: { name: 'a' }, status: 1 });
    expect(metadata).not.toHaveProperty('managedFields');
  });

  for (const type of ['widgets', 'deployments'] as const) {
    it(`a scale of ${type} owns the replicas by the subresource, without a time`, async (scene) => {
      const labels = { app: 'a' };
      const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'shop:1' }] } };
      const ofDeployment = { selector: { matchLabels: labels }, template };
      const spec = { replicas: 1, ...(type === 'deployments' && ofDeployment) };
      await scene.create(type, { metadata: { name: 'a' }, spec });
      const path = `${scene.path(type, 'a', 'scale')}?fieldManager=scaler`;
      const scaled = await scene.patch('merge', path, { spec: { replicas: 3 } });
      expect(scaled.object.spec).toEqual({ replicas: 3 });
      const { metadata } = await scene.read(type, 'a');
      const [first, ...others] = metadata.managedFields ?? [];
      expect(first).toEqual({
        manager: 'scaler',
        operation: 'Update',
        apiVersion: type === 'deployments' ? 'apps/v1' : `${scene.group}/v1`,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
        subresource: 'scale',
      });
      expect(others).not.toEqual([]);
      for (const { fieldsV1 } of others) expect(fieldsV1['f:spec'] ?? {}).not.toHaveProperty('f:replicas');
      expect((await scene.patch('merge', path, { spec: { replicas: 0 } })).object.spec).toEqual({});
    });
  }

  it('a custom resource without replicas has no scale', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: {} });
    const answer = await scene.get(scene.path('widgets', 'a', 'scale'));
    expect([answer.status, answer.object.message]).toEqual([
      500,
      'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
    ]);
  });

  it('an update must identify its object', async (scene) => {
    for (const type of ['widgets', 'configmaps'] as const) {
      await scene.create(type, { metadata: { name: 'a' } });
      const answer = await scene.patch('json', scene.path(type, 'a'), [
        { op: 'remove', path: '/metadata/name' },
      ]);
      expectRefusal(answer, {
        code: 400,
        reason: 'BadRequest',
        message: 'the name of the object (a based on URL) was undeterminable: name must be provided',
      });
    }
  });

  it('an invalid part that an update ignores still clears its ownership', async (scene) => {
    const { metadata } = await scene.create('widgets', { metadata: { name: 'a' } });
    const { resourceVersion } = metadata;
    const object = scene.typed('widgets', {
      metadata: { name: 'a', resourceVersion },
      spec: { size: 2 },
      status: 1,
    });
    const answer = await scene.put(scene.path('widgets', 'a'), object);
    expect(answer.status).toBe(200);
    expect(answer.object.metadata).not.toHaveProperty('managedFields');
  });

  it('a claim gets its class and its volume once, and grows only once it is bound', async (scene) => {
    const resources = { requests: { storage: '1Gi' } };
    await scene.create('persistentvolumeclaims', {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources, volumeName: 'one' },
    });
    const path = scene.path('persistentvolumeclaims', 'data');
    const patch = async (spec: object): Promise<number> =>
      (await scene.patch('merge', path, { spec })).status;
    expect(await patch({ storageClassName: 'fast' })).toBe(200);
    expect(await patch({ storageClassName: 'slow' })).toBe(422);
    expect(await patch({ volumeName: 'two' })).toBe(422);
    expect(await patch({ resources: { requests: { storage: '2Gi' } } })).toBe(422);
  });
});
