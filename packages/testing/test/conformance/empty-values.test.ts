import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';

const app = { app: 'a' };

conformance('empty values', (it) => {
  it('of built-in kinds are neither stored nor owned', async (scene) => {
    const { metadata, data, ...rest } = await scene.create('configmaps', {
      metadata: { name: 'a', labels: {}, annotations: {}, finalizers: [], ownerReferences: [] },
      data: {},
      binaryData: { a: '' },
      immutable: false,
    });
    expect({ data, ...rest }).toMatchObject({ data: undefined, binaryData: { a: '' }, immutable: false });
    for (const key of ['labels', 'annotations', 'finalizers', 'ownerReferences'])
      expect(metadata).not.toHaveProperty(key);
    const fields = metadata.managedFields?.map(({ fieldsV1 }) => fieldsV1);
    expect(fields).toEqual([{ 'f:binaryData': { '.': {}, 'f:a': {} }, 'f:immutable': {} }]);
  });

  it('are dropped where the Go field is not a pointer', async (scene) => {
    const container = {
      name: 'a',
      image: 'shop:1',
      args: [],
      env: [{ name: 'A', value: '' }],
      workingDir: '',
      tty: false,
    };
    const { spec } = await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: {
        paused: false,
        minReadySeconds: 0,
        replicas: 0,
        selector: { matchLabels: app, matchExpressions: [] },
        template: {
          metadata: { labels: app },
          spec: {
            containers: [container],
            volumes: [{ name: 'v', emptyDir: {} }],
            nodeSelector: {},
            hostNetwork: false,
          },
        },
      },
    });
    expect(spec).not.toHaveProperty('paused');
    expect(spec).not.toHaveProperty('minReadySeconds');
    expect(spec).toMatchObject({ replicas: 0, selector: { matchLabels: app } });
    expect(spec['selector']).toEqual({ matchLabels: app });
    const template = spec['template'] as { spec: Record<string, unknown> };
    expect(template.spec).not.toHaveProperty('nodeSelector');
    expect(template.spec).not.toHaveProperty('hostNetwork');
    expect(template.spec['volumes']).toEqual([{ name: 'v', emptyDir: {} }]);
    const [stored] = template.spec['containers'] as Record<string, unknown>[];
    for (const key of ['args', 'workingDir', 'tty']) expect(stored).not.toHaveProperty(key);
    expect(stored?.['env']).toEqual([{ name: 'A' }]);
  });

  it('result from null', async (scene) => {
    const created = await scene.create('configmaps', {
      metadata: { name: 'a', labels: { app: null }, annotations: null },
      data: { a: null },
      binaryData: null,
      immutable: null,
    });
    expect(created.metadata.labels).toEqual({ app: '' });
    expect(created.data).toEqual({ a: '' });
    for (const key of ['binaryData', 'immutable']) expect(created).not.toHaveProperty(key);
  });

  it('of custom resources are stored', async (scene) => {
    const { spec } = await scene.create('widgets', {
      metadata: { name: 'a' },
      spec: { tags: [], quotas: {}, color: 'red', enabled: false, size: 1 },
    });
    expect(spec).toMatchObject({ tags: [], quotas: {}, enabled: false });
  });

  it('do not include unknown fields of metadata', async (scene) => {
    for (const resource of ['configmaps', 'widgets'] as const) {
      const answer = await scene.post(resource, { metadata: { name: 'a', unknown: 'a' } });
      expect(answer.status).toBe(201);
      expect(answer.object.metadata).not.toHaveProperty('unknown');
      expect(answer.headers['warning']).toBe('299 - "unknown field \\"metadata.unknown\\""');
    }
  });
});
