import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import { omit } from './support/omit.ts';
import type { StoredObject } from './support/target.ts';

/** The entries without their times. */
const managers = ({ metadata }: StoredObject): object[] =>
  (metadata.managedFields ?? []).map((entry) => omit(entry, 'time'));

const fields = (fieldsV1: object, apiVersion = 'v1'): object => ({
  apiVersion,
  fieldsType: 'FieldsV1',
  fieldsV1,
});

const workload = (image: string): object => ({
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image }] } },
  },
});

conformance('managed fields', (it) => {
  it('of a create contain the fields of the request', async (scene) => {
    const answer = await scene.post(
      'configmaps',
      { metadata: { name: 'a', labels: { app: 'a' } }, data: { key: 'value' } },
      '?fieldManager=alice',
    );
    expect(managers(answer.object)).toEqual([
      {
        manager: 'alice',
        operation: 'Update',
        ...fields({
          'f:data': {
            '.': {},
            'f:key': {},
          },
          'f:metadata': {
            'f:labels': {
              '.': {},
              'f:app': {},
            },
          },
        }),
      },
    ]);
  });

  it('use the user agent without a fieldManager', async (scene) => {
    const body = scene.typed('configmaps', { metadata: { name: 'a' }, data: { key: 'value' } });
    const answer = await scene.send('POST', scene.path('configmaps'), body, {
      'user-agent': 'cache-operator/1.0 x',
    });
    expect(managers(answer.object)).toMatchObject([{ manager: 'cache-operator', operation: 'Update' }]);
  });

  it('contain the time of the write', async (scene) => {
    const { metadata } = (await scene.apply('configmaps', 'a', { data: { key: 'value' } })).object;
    expect(metadata.managedFields?.[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('move to the manager that changes a value', async (scene) => {
    await scene.post(
      'configmaps',
      { metadata: { name: 'a' }, data: { one: '1', two: '2' } },
      '?fieldManager=alice',
    );
    const path = `${scene.path('configmaps', 'a')}?fieldManager=bob`;
    const answer = await scene.patch('merge', path, { data: { two: '3' } });
    expect(managers(answer.object)).toEqual([
      { manager: 'alice', operation: 'Update', ...fields({ 'f:data': { '.': {}, 'f:one': {} } }) },
      { manager: 'bob', operation: 'Update', ...fields({ 'f:data': { 'f:two': {} } }) },
    ]);
  });

  it('identify items of a list map by their keys', async (scene) => {
    const ports = [{ name: 'http', port: 80 }];
    const { object } = await scene.apply('widgets', 'a', { spec: { ports } });
    expect(managers(object)).toEqual([
      {
        manager: 'alice',
        operation: 'Apply',
        ...fields(
          {
            'f:spec': {
              'f:ports': {
                'k:{"name":"http"}': {
                  '.': {},
                  'f:name': {},
                  'f:port': {},
                },
              },
            },
          },
          `${scene.group}/v1`,
        ),
      },
    ]);
  });

  it('identify items of a set by their values', async (scene) => {
    const { object } = await scene.apply('widgets', 'a', { spec: { tags: ['x'] } });
    expect(managers(object)).toMatchObject([{ fieldsV1: { 'f:spec': { 'f:tags': { 'v:"x"': {} } } } }]);
  });

  it('contain an atomic map as a whole', async (scene) => {
    const { object } = await scene.apply('widgets', 'a', { spec: { pair: { a: '1' } } });
    expect(managers(object)).toMatchObject([{ fieldsV1: { 'f:spec': { 'f:pair': {} } } }]);
    expect(JSON.stringify(managers(object))).not.toContain('f:a');
  });

  it('of the status are separate, by subresource', async (scene) => {
    await scene.apply('widgets', 'a', { spec: { size: 1 } });
    const status = { ...scene.typed('widgets', { metadata: { name: 'a' }, status: { phase: 'Ready' } }) };
    const path = `${scene.path('widgets', 'a', 'status')}?fieldManager=alice`;
    const { object } = await scene.patch('apply', path, status);
    expect(managers(object)).toMatchObject([
      { manager: 'alice', operation: 'Apply', fieldsV1: { 'f:spec': { 'f:size': {} } } },
      {
        manager: 'alice',
        operation: 'Apply',
        subresource: 'status',
        fieldsV1: { 'f:status': { 'f:phase': {} } },
      },
    ]);
  });

  it('are cleared by an empty entry', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { key: 'value' } });
    const patch = { metadata: { managedFields: [{}] } };
    const { object } = await scene.patch('merge', scene.path('configmaps', 'a'), patch);
    expect(object.metadata).not.toHaveProperty('managedFields');
  });
});

conformance('apply', (it) => {
  it('creates a missing object', async (scene) => {
    const answer = await scene.apply('configmaps', 'a', { data: { key: 'value' } });
    expect(answer.status).toBe(201);
    expect(managers(answer.object)).toEqual([
      { manager: 'alice', operation: 'Apply', ...fields({ 'f:data': { 'f:key': {} } }) },
    ]);
  });

  it('returns 200 for an existing object', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { key: 'value' } });
    const answer = await scene.apply('configmaps', 'a', { data: { key: 'other' } });
    expect(answer.status).toBe(200);
    expect(answer.object.data).toEqual({ key: 'other' });
  });

  it('accepts YAML', async (scene) => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: value\n';
    const answer = await scene.patch('apply', `${scene.path('configmaps', 'a')}?fieldManager=alice`, yaml);
    expect(answer.status).toBe(201);
    expect(answer.object.data).toEqual({ key: 'value' });
  });

  it('removes fields that its manager no longer applies', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { one: '1', two: '2' } });
    const answer = await scene.apply('configmaps', 'a', { data: { one: '1' } });
    expect(answer.object.data).toEqual({ one: '1' });
  });

  it('keeps fields that another manager owns', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { one: '1' } });
    await scene.apply('configmaps', 'a', { data: { two: '2' } }, 'bob');
    const answer = await scene.apply('configmaps', 'a', {});
    expect(answer.object.data).toEqual({ two: '2' });
  });

  it('shares a field that two managers set to the same value', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { one: '1' } });
    const answer = await scene.apply('configmaps', 'a', { data: { one: '1' } }, 'bob');
    expect(answer.status).toBe(200);
    // An entry of a manager that changes nothing has no time, so it is first.
    expect(answer.object.metadata.managedFields).toMatchObject([{ manager: 'bob' }, { manager: 'alice' }]);
    expect(answer.object.metadata.managedFields?.[0]).not.toHaveProperty('time');
  });

  it('keeps a shared field until no manager applies it', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { one: '1' } });
    await scene.apply('configmaps', 'a', { data: { one: '1' } }, 'bob');
    expect((await scene.apply('configmaps', 'a', {})).object.data).toEqual({ one: '1' });
    expect((await scene.apply('configmaps', 'a', {}, 'bob')).object).not.toHaveProperty('data');
  });

  it('conflicts with another manager that applied another value', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { one: '1' } });
    const message = 'conflict with "alice": .data.one';
    expectRefusal(await scene.apply('configmaps', 'a', { data: { one: '2' } }, 'bob'), {
      code: 409,
      reason: 'Conflict',
      message: `Apply failed with 1 conflict: ${message}`,
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "alice"', field: '.data.one' }],
      },
    });
  });

  it('lists all conflicts with their managers', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { one: '1', two: '2' } });
    const answer = await scene.apply('configmaps', 'a', { data: { one: '3', two: '4' } }, 'bob');
    expect(answer.object).toMatchObject({
      message: 'Apply failed with 2 conflicts: conflicts with "alice":\n- .data.one\n- .data.two',
    });
  });

  it('conflicts with an update, and names its version', async (scene) => {
    await scene.post('configmaps', { metadata: { name: 'a' }, data: { one: '1' } }, '?fieldManager=alice');
    const answer = await scene.apply('configmaps', 'a', { data: { one: '2' } }, 'bob');
    expect(answer.status).toBe(409);
    expect(answer.object).toMatchObject({
      message: `Apply failed with 1 conflict: conflict with "alice" using v1: .data.one`,
      details: { causes: [{ message: `conflict with "alice" using v1`, field: '.data.one' }] },
    });
  });

  it('takes over fields with force', async (scene) => {
    await scene.apply('configmaps', 'a', { data: { one: '1', two: '2' } });
    const answer = await scene.apply('configmaps', 'a', { data: { one: '3' } }, 'bob', '&force=true');
    expect(answer.object.data).toEqual({ one: '3', two: '2' });
    expect(managers(answer.object)).toMatchObject([
      { manager: 'alice', fieldsV1: { 'f:data': { 'f:two': {} } } },
      { manager: 'bob', fieldsV1: { 'f:data': { 'f:one': {} } } },
    ]);
  });

  it('merges a list map by its keys', async (scene) => {
    await scene.apply('widgets', 'a', { spec: { ports: [{ name: 'http', port: 80 }] } });
    const answer = await scene.apply(
      'widgets',
      'a',
      { spec: { ports: [{ name: 'metrics', port: 90 }] } },
      'bob',
    );
    expect(answer.object.spec).toMatchObject({
      ports: [
        { name: 'http', port: 80, protocol: 'TCP' },
        { name: 'metrics', port: 90, protocol: 'TCP' },
      ],
    });
  });

  it('merges a set', async (scene) => {
    await scene.apply('widgets', 'a', { spec: { tags: ['x'] } });
    const answer = await scene.apply('widgets', 'a', { spec: { tags: ['y'] } }, 'bob');
    expect(answer.object.spec).toMatchObject({ tags: ['x', 'y'] });
  });

  it('replaces an atomic list as a whole', async (scene) => {
    await scene.apply('widgets', 'a', { spec: { steps: ['x'] } });
    const answer = await scene.apply('widgets', 'a', { spec: { steps: ['y'] } }, 'bob');
    expect(answer.status).toBe(409);
    expect(answer.object.message).toBe('Apply failed with 1 conflict: conflict with "alice": .spec.steps');
  });

  it('identifies a container by its name in a conflict', async (scene) => {
    await scene.apply('deployments', 'a', workload('one'));
    const answer = await scene.apply('deployments', 'a', workload('two'), 'bob');
    expect(answer.object.message).toBe(
      'Apply failed with 1 conflict: conflict with "alice": .spec.template.spec.containers[name="c"].image',
    );
  });

  it('requires a fieldManager', async (scene) => {
    const body = scene.typed('configmaps', { metadata: { name: 'a' } });
    const message = 'Required value: is required for apply patch';
    expectRefusal(await scene.patch('apply', scene.path('configmaps', 'a'), body), {
      code: 422,
      reason: 'Invalid',
      message: `PatchOptions.meta.k8s.io "" is invalid: fieldManager: ${message}`,
      details: {
        group: 'meta.k8s.io',
        kind: 'PatchOptions',
        causes: [
          {
            reason: 'FieldValueRequired',
            message,
            field: 'fieldManager',
          },
        ],
      },
    });
  });

  it('rejects managedFields in the configuration', async (scene) => {
    const metadata = { name: 'a', managedFields: [{ manager: 'x', operation: 'Apply', apiVersion: 'v1' }] };
    const answer = await scene.apply('configmaps', 'a', { metadata });
    expect(answer.status).toBe(400);
    expect(answer.object.message).toBe('metadata.managedFields must be nil');
  });

  it('rejects an unknown field', async (scene) => {
    const answer = await scene.apply('configmaps', 'a', { unknown: 1 });
    expect(answer.status).toBe(500);
    expect(answer.object.message).toBe(
      `failed to create typed patch object (/a; /v1, Kind=ConfigMap): .unknown: field not declared in schema`,
    );
  });

  it('rejects an outdated version', async (scene) => {
    const first = (await scene.apply('configmaps', 'a', { data: { one: '1' } })).object;
    await scene.apply('configmaps', 'a', { data: { one: '2' } });
    const metadata = { name: 'a', resourceVersion: first.metadata.resourceVersion };
    const answer = await scene.apply('configmaps', 'a', { metadata, data: { one: '3' } });
    expect(answer.status).toBe(409);
  });

  it('rejects force for other patches', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const answer = await scene.patch('merge', `${scene.path('configmaps', 'a')}?force=true`, { data: {} });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    );
  });
});
