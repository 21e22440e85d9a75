import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';

const root = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } };
const withColour = { openAPIV3Schema: { type: 'object', properties: { colour: { type: 'string' } } } };
const colour = [{ jsonPath: '.colour' }];
const served = { name: 'v1', served: true, storage: true, schema };
const other = { ...served, name: 'v2', storage: false };

interface Definition {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: object;
}

/** A CRD in a group for this case. */
function definition(scene: Scene, spec: object = {}): Definition {
  const group = `${scene.namespace}.${scene.group}`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `caches.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        plural: 'caches',
        kind: 'Cache',
      },
      versions: [served],
      ...spec,
    },
  };
}

const define = (scene: Scene, spec?: object): Promise<Answer> =>
  scene.send('POST', root, definition(scene, spec));

async function established(scene: Scene): Promise<{ conditions: { type: string }[] }> {
  const read = async (): Promise<unknown> =>
    (await scene.get(`${root}/${definition(scene).metadata.name}`)).object.status['conditions'];
  await expect.poll(read).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }));
  return { conditions: (await read()) as { type: string }[] };
}

conformance('definitions', (it) => {
  it('may omit flags, which the server writes', async (scene) => {
    const answer = await define(scene, { versions: [served, { name: 'v2', schema }] });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.object.spec).toMatchObject({
      versions: [{}, { name: 'v2', served: false, storage: false }],
    });
  });

  it('get defaults', async (scene) => {
    const answer = await define(scene);
    expect(answer.status).toBe(201);
    expect(answer.object.spec).toMatchObject({
      names: { plural: 'caches', singular: 'cache', kind: 'Cache', listKind: 'CacheList' },
      conversion: { strategy: 'None' },
    });
    expect(answer.object.metadata.generation).toBe(1);
  });

  it('may repeat an item in the default of a set, which no object may use', async (scene) => {
    const tags = {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'set',
      default: ['a', 'a'],
    };
    const withTags = { openAPIV3Schema: { type: 'object', properties: { tags } } };
    expect((await define(scene, { versions: [{ ...served, schema: withTags }] })).status).toBe(201);
    const path = `/apis/${scene.namespace}.${scene.group}/v1/namespaces/${scene.namespace}/caches`;
    await expect.poll(async () => (await scene.get(path)).status).toBe(200);
    const cache = {
      apiVersion: `${scene.namespace}.${scene.group}/v1`,
      kind: 'Cache',
      metadata: { name: 'a' },
    };
    expect((await scene.send('POST', path, cache)).object).toMatchObject({
      reason: 'Invalid',
      details: { causes: [{ reason: 'FieldValueDuplicate', field: 'tags[1]' }] },
    });
  });

  it('become established with accepted names', async (scene) => {
    await define(scene);
    const { conditions } = await established(scene);
    expect(conditions).toMatchObject([
      { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
      {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      },
    ]);
  });

  it('record the storage version', async (scene) => {
    await define(scene);
    await established(scene);
    const { status } = (await scene.get(`${root}/${definition(scene).metadata.name}`)).object;
    expect(status).toMatchObject({
      storedVersions: ['v1'],
      acceptedNames: { kind: 'Cache', plural: 'caches' },
    });
  });

  it('serve their kind', async (scene) => {
    await define(scene);
    const path = `/apis/${scene.namespace}.${scene.group}/v1/namespaces/${scene.namespace}/caches`;
    await expect.poll(async () => (await scene.get(path)).status).toBe(200);
    expect((await scene.get(path)).object.kind).toBe('CacheList');
  });

  it('end the watches of their kind when they are deleted', async (scene) => {
    await define(scene);
    await established(scene);
    const { metadata } = definition(scene);
    const [plural, ...group] = metadata.name.split('.');
    const path = `/apis/${group.join('.')}/v1/namespaces/${scene.namespace}/${plural}`;
    await expect.poll(async () => (await scene.get(path)).status).toBe(200);
    const watch = await scene.watch(`${path}?watch=1`);
    const end = watch.next();
    await scene.delete(`${root}/${metadata.name}`);
    expect(await end).toBeUndefined();
  });

  it('no longer serve their kind after deletion', async (scene) => {
    await define(scene);
    const path = `/apis/${scene.namespace}.${scene.group}/v1/caches`;
    await expect.poll(async () => (await scene.get(path)).status).toBe(200);
    await scene.delete(`${root}/${definition(scene).metadata.name}`);
    await expect.poll(async () => (await scene.get(path)).status).toBe(404);
  });

  const refusals: [sentence: string, spec: object, causes: object[]][] = [
    [
      'must be named after plural and group',
      { names: { plural: 'stores', kind: 'Cache' } },
      [{ reason: 'FieldValueInvalid', field: 'metadata.name' }],
    ],
    ['must have a version', { versions: [] }, [{ field: 'spec.versions' }]],
    [
      'must have one version that is stored',
      { versions: [{ ...served, storage: false }] },
      [{ reason: 'FieldValueInvalid', field: 'spec.versions' }],
    ],
    [
      'must have a schema',
      { versions: [{ name: 'v1', served: true, storage: true }] },
      [
        {
          reason: 'FieldValueRequired',
          message: 'Required value',
          field: 'spec.versions[0].schema.openAPIV3Schema',
        },
      ],
    ],
    [
      'must say the type of every field',
      {
        versions: [{ ...served, schema: { openAPIV3Schema: { type: 'object', properties: { spec: {} } } } }],
      },
      [
        {
          reason: 'FieldValueRequired',
          message: 'Required value: must not be empty for specified object fields',
          field: 'spec.validation.openAPIV3Schema.properties[spec].type',
        },
      ],
    ],
    [
      'must not have a default that is not valid',
      {
        versions: [
          {
            ...served,
            schema: {
              openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer', default: 'big' } } },
            },
          },
        ],
      },
      [{ field: 'spec.validation.openAPIV3Schema.properties[size].default' }],
    ],
    [
      'must have the same selectable fields in versions with one schema',
      { versions: [{ ...served, selectableFields: colour }, other] },
      [{ field: 'spec.versions[0].selectableFields', reason: 'FieldValueInvalid' }],
    ],
    [
      'must not have the same selectable fields in versions with different schemas',
      {
        versions: [
          { ...served, selectableFields: colour },
          { ...other, schema: withColour, selectableFields: colour },
        ],
      },
      [{ field: 'spec.selectableFields', reason: 'FieldValueInvalid' }],
    ],
    [
      'must have a scope that exists',
      { scope: 'Galaxy' },
      [{ reason: 'FieldValueNotSupported', field: 'spec.scope' }],
    ],
  ];
  for (const [sentence, spec, causes] of refusals) {
    it(sentence, async (scene) => {
      const answer = await define(scene, spec);
      expect(answer.status, answer.text).toBe(422);
      const { details } = answer.object as unknown as { details: { causes: object[] } };
      for (const cause of causes) expect(details.causes).toContainEqual(expect.objectContaining(cause));
    });
  }

  it('keep their scope', async (scene) => {
    await define(scene);
    await established(scene);
    const path = `${root}/${definition(scene).metadata.name}`;
    const answer = await scene.patch('merge', path, { spec: { scope: 'Cluster' } });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toContain('spec.scope: Invalid value: "Cluster": field is immutable');
  });

  it('in Kubernetes groups need an approval', async (scene) => {
    const group = 'caches.k8s.io';
    const crd = definition(scene, { group });
    const answer = await scene.send('POST', root, { ...crd, metadata: { name: `caches.${group}` } });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toContain(
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation',
    );
  });

  it('that exist are rejected', async (scene) => {
    await define(scene);
    const { name } = definition(scene).metadata;
    expectRefusal(await define(scene), {
      code: 409,
      reason: 'AlreadyExists',
      message: `customresourcedefinitions.apiextensions.k8s.io "${name}" already exists`,
      details: { name, group: 'apiextensions.k8s.io', kind: 'customresourcedefinitions' },
    });
  });
});
