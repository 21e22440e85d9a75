import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Answer } from './support/target.ts';

conformance('dry run', (it) => {
  it('of a create returns the object and stores nothing', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'a' }, spec: {} }, '?dryRun=All');
    expect(answer.status).toBe(201);
    expect(answer.object).toMatchObject({ spec: { mode: 'auto' } });
    expect(answer.object.metadata).not.toHaveProperty('resourceVersion');
    expect((await scene.get(scene.path('widgets', 'a'))).status).toBe(404);
  });

  it('of an update keeps the version', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' } });
    const patch = { data: { key: 'value' } };
    const answer = await scene.patch('merge', `${scene.path('configmaps', 'a')}?dryRun=All`, patch);
    expect(answer.object).toMatchObject({
      metadata: { resourceVersion: before.metadata.resourceVersion },
      data: { key: 'value' },
    });
    expect(await scene.read('configmaps', 'a')).toEqual(before);
  });

  it('of a delete keeps the object', async (scene) => {
    const before = await scene.create('configmaps', { metadata: { name: 'a' } });
    expect((await scene.delete(`${scene.path('configmaps', 'a')}?dryRun=All`)).status).toBe(200);
    expect(await scene.read('configmaps', 'a')).toEqual(before);
  });

  it('is validated', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'a' }, spec: { size: 0 } }, '?dryRun=All');
    expect(answer.status).toBe(422);
  });

  it('rejects any other value', async (scene) => {
    const message = 'Unsupported value: ["Some"]: supported values: "All"';
    expectRefusal(await scene.post('configmaps', { metadata: { name: 'a' } }, '?dryRun=Some'), {
      code: 422,
      reason: 'Invalid',
      message: `CreateOptions.meta.k8s.io "" is invalid: dryRun: ${message}`,
      details: {
        group: 'meta.k8s.io',
        kind: 'CreateOptions',
        causes: [
          {
            reason: 'FieldValueNotSupported',
            message,
            field: 'dryRun',
          },
        ],
      },
    });
  });
});

conformance('field validation', (it) => {
  it('warns about unknown fields by default', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'a' }, spec: { unknown: 1 } });
    expect(answer.status).toBe(201);
    expect(answer.headers['warning']).toBe('299 - "unknown field \\"spec.unknown\\""');
  });

  it('warns about unknown fields of a built-in kind', async (scene) => {
    const answer = await scene.post('services', {
      metadata: { name: 'a' },
      spec: { ports: [{ port: 80, unknown: 1 }] },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['warning']).toBe('299 - "unknown field \\"spec.ports[0].unknown\\""');
  });

  it('ignores unknown fields with Ignore', async (scene) => {
    const answer = await scene.post(
      'widgets',
      { metadata: { name: 'a' }, spec: { unknown: 1 } },
      '?fieldValidation=Ignore',
    );
    expect(answer.status).toBe(201);
    expect(answer.headers).not.toHaveProperty('warning');
  });

  it('rejects an unknown field of a custom resource with Strict', async (scene) => {
    const object = { metadata: { name: 'a' }, spec: { unknown: 1 } };
    expectRefusal(await scene.post('widgets', object, '?fieldValidation=Strict'), {
      code: 400,
      reason: 'BadRequest',
      message:
        'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.unknown"',
    });
  });

  it('rejects an unknown field of a built-in kind with Strict', async (scene) => {
    const object = { metadata: { name: 'a' }, unknown: 1 };
    expectRefusal(await scene.post('configmaps', object, '?fieldValidation=Strict'), {
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "unknown"',
    });
  });

  it('names all unknown fields', async (scene) => {
    const object = { metadata: { name: 'a' }, spec: { one: 1, two: 2 } };
    const answer = await scene.post('widgets', object, '?fieldValidation=Strict');
    expect(answer.object.message).toContain('unknown field "spec.one", unknown field "spec.two"');
  });

  it('rejects a duplicate field with Strict', async (scene) => {
    const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"key":"1","key":"2"}}`;
    const answer = await scene.send('POST', `${scene.path('configmaps')}?fieldValidation=Strict`, body);
    expect(answer.status).toBe(400);
    expect(answer.object.message).toContain('strict decoding error: duplicate field "data.key"');
  });

  it('names the unknown and duplicate fields of a built-in kind in their order', async (scene) => {
    const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","x":{"y":1,"y":2}},
      "data":{"key":"1","key":"2","key":"3"},"z":1,"data":{"key":"1"},"z":2}`;
    const answer = await scene.send('POST', `${scene.path('configmaps')}?fieldValidation=Strict`, body);
    expect(answer.object.message).toBe(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ' +
        'unknown field "metadata.x", duplicate field "data.key", unknown field "z", duplicate field "data"',
    );
  });

  it('names the duplicate fields of a custom resource before the unknown ones', async (scene) => {
    const body = `{"apiVersion":"${scene.group}/v1","kind":"Widget","metadata":{"name":"a"},
      "spec":{"unknown":1,"size":1,"size":2}}`;
    const answer = await scene.send('POST', `${scene.path('widgets')}?fieldValidation=Strict`, body);
    expect(answer.object.message).toContain(
      'strict decoding error: duplicate field "spec.size", unknown field "spec.unknown"',
    );
  });

  it('finds duplicate keys of YAML by their lines', async (scene) => {
    const lines = ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: a', 'data:'];
    const yaml = [...lines, '  a: "1"', '  a: "2"', '  b: "1"', '  b: "2"', ''].join('\n');
    const problems = ['line 7: key "a" already set in map', 'line 9: key "b" already set in map'];
    const error = `yaml: unmarshal errors:\n  ${problems.join('\n  ')}`;
    const send = (method: string, path: string, type: string, validation: string): Promise<Answer> =>
      scene.send(method, `${path}?fieldManager=a&fieldValidation=${validation}`, yaml, {
        'content-type': type,
      });

    const collection = scene.path('configmaps');
    const strictCreate = await send('POST', collection, 'application/yaml', 'Strict');
    expect(strictCreate.object.message).toBe(
      `ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ${error}`,
    );
    const apply = 'application/apply-patch+yaml';
    const path = scene.path('configmaps', 'a');
    const strictApply = await send('PATCH', path, apply, 'Strict');
    expect(strictApply.status).toBe(400);
    expect(strictApply.object.message).toBe(
      `error strict decoding YAML: error converting YAML to JSON: ${error}`,
    );
    const applied = await send('PATCH', path, apply, 'Warn');
    expect(applied.object.data).toEqual({ a: '2', b: '2' });
    for (const problem of problems)
      expect(applied.headers['warning']).toContain(problem.replaceAll('"', String.raw`\"`));
    const ignored = await send('PATCH', path, apply, 'Ignore');
    expect(ignored.headers).not.toHaveProperty('warning');
  });

  it('rejects an unknown field in a patch with Strict', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const path = `${scene.path('widgets', 'a')}?fieldValidation=Strict`;
    const answer = await scene.patch('merge', path, { spec: { unknown: 1 } });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toContain('strict decoding error: unknown field "spec.unknown"');
  });

  it('rejects any other value', async (scene) => {
    const answer = await scene.post('configmaps', { metadata: { name: 'a' } }, '?fieldValidation=Sure');
    expect(answer.status).toBe(422);
    expect(answer.object.message).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: ' +
        'Unsupported value: "Sure": supported values: "", "Ignore", "Strict", "Warn"',
    );
  });
});

conformance('finalizer warnings', (it) => {
  it('recommend a name with a domain', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'a', finalizers: ['hold'] } });
    expect(answer.headers['warning']).toContain(
      'metadata.finalizers: \\"hold\\": prefer a domain-qualified finalizer name',
    );
  });
});
