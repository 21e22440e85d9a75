import { expect, onTestFinished } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { StoredObject } from './support/target.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const finalizer = 'customresourcecleanup.apiextensions.k8s.io';
/** A real server checks for remaining objects every five seconds. */

/** A kind that a case deletes, with the objects `held`, which has a finalizer, and `free`. */
class Doomed {
  readonly #scene: Scene;
  readonly group: string;

  private constructor(scene: Scene) {
    this.#scene = scene;
    this.group = `${scene.namespace}.example.com`;
  }

  static async define(scene: Scene): Promise<Doomed> {
    const doomed = new Doomed(scene);
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    await scene.must(201, 'POST', definitions, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `dooms.${doomed.group}` },
      spec: {
        group: doomed.group,
        names: { kind: 'Doom', plural: 'dooms' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    });
    onTestFinished(async () => {
      await scene.delete(doomed.definitionPath);
      await doomed.release();
    });
    await expect.poll(async () => (await scene.get(doomed.path())).status).toBe(200);
    return doomed;
  }

  get definitionPath(): string {
    return `${definitions}/dooms.${this.group}`;
  }

  path(name?: string): string {
    const root = `/apis/${this.group}/v1/namespaces/${this.#scene.namespace}/dooms`;
    return name === undefined ? root : `${root}/${name}`;
  }

  apply(name: string, finalizers: string[] = []) {
    const metadata = { name, finalizers };
    const object = { apiVersion: `${this.group}/v1`, kind: 'Doom', metadata };
    return this.#scene.patch('apply', `${this.path(name)}?fieldManager=alice`, object);
  }

  async fill(): Promise<void> {
    expect((await this.apply('held', ['example.com/hold'])).status).toBe(201);
    expect((await this.apply('free')).status).toBe(201);
  }

  release() {
    return this.#scene.patch('merge', this.path('held'), { metadata: { finalizers: null } });
  }

  definition(): Promise<StoredObject> {
    return this.#scene.must(200, 'GET', this.definitionPath);
  }

  /** The Terminating condition of the CRD. */
  async termination(): Promise<unknown> {
    const { conditions } = (await this.definition()).status as { conditions: { type: string }[] };
    return conditions.find(({ type }) => type === 'Terminating');
  }

  async isGone(): Promise<boolean> {
    return (await this.#scene.get(this.definitionPath)).status === 404;
  }
}

conformance('deleted definitions', (it) => {
  it('get a deletionTimestamp and are returned with it', async (scene) => {
    const doomed = await Doomed.define(scene);
    const answer = await scene.delete(doomed.definitionPath);
    expect(answer.status).toBe(200);
    const { kind, metadata, status } = answer.object;
    expect(kind).toBe('CustomResourceDefinition');
    expect(metadata).toMatchObject({ deletionTimestamp: expect.any(String), finalizers: [finalizer] });
    expect(metadata).not.toHaveProperty('deletionGracePeriodSeconds');
    expect(metadata.generation).toBe(1);
    expect(status['conditions']).toContainEqual({
      type: 'Terminating',
      status: 'True',
      lastTransitionTime: metadata.deletionTimestamp,
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    });
    await expect.poll(() => doomed.isGone()).toBe(true);
    await expect.poll(async () => (await scene.get(doomed.path())).status).toBe(404);
  });

  it('wait for the finalizers of their objects', async (scene) => {
    const doomed = await Doomed.define(scene);
    await doomed.fill();
    await scene.delete(doomed.definitionPath);
    await expect.poll(async () => (await scene.get(doomed.path('free'))).status).toBe(404);
    await expect
      .poll(() => doomed.termination())
      .toMatchObject({
        status: 'True',
        reason: 'InstanceDeletionInProgress',
        message: 'CustomResource deletion is in progress',
      });
    const { metadata } = await scene.must(200, 'GET', doomed.path('held'));
    expect(metadata).toMatchObject({
      deletionTimestamp: expect.any(String),
      finalizers: ['example.com/hold'],
    });
    expect((await doomed.release()).status).toBe(200);
    await expect.poll(() => doomed.isGone()).toBe(true);
  });

  it('allow changes of their objects but no new ones', async (scene) => {
    const doomed = await Doomed.define(scene);
    await doomed.fill();
    await scene.delete(doomed.definitionPath);
    await expect.poll(async () => (await doomed.apply('more')).status).toBe(403);
    const refused = { reason: 'Forbidden', code: 403 };
    const resource = `dooms.${doomed.group}`;
    const message = 'is forbidden: create not allowed while custom resource definition is terminating';
    const details = { group: doomed.group, kind: 'dooms' };
    const object = { apiVersion: `${doomed.group}/v1`, kind: 'Doom', metadata: { name: 'more' } };
    expectRefusal(await scene.send('POST', doomed.path(), object), {
      ...refused,
      message: `${resource} "more" ${message}`,
      details: { ...details, name: 'more' },
    });
    const unnamed = { ...object, metadata: { generateName: 'more-' } };
    expectRefusal(await scene.send('POST', doomed.path(), unnamed), {
      ...refused,
      message: `${resource} ${message}`,
      details,
    });
    expect((await scene.patch('merge', doomed.path('held'), { spec: { size: 2 } })).status).toBe(200);
  });

  it('are read-only in discovery', async (scene) => {
    const doomed = await Doomed.define(scene);
    await doomed.fill();
    await scene.delete(doomed.definitionPath);
    const verbs = async (): Promise<unknown> => {
      const { resources } = (await scene.must(200, 'GET', `/apis/${doomed.group}/v1`)) as unknown as {
        resources: { name: string; verbs: string[] }[];
      };
      return resources.find(({ name }) => name === 'dooms')?.verbs.toSorted();
    };
    await expect.poll(verbs).toEqual(['delete', 'deletecollection', 'get', 'list', 'watch']);
  });

  it('stay terminating when they are deleted or applied again', async (scene) => {
    const doomed = await Doomed.define(scene);
    await doomed.fill();
    const { metadata } = (await scene.delete(doomed.definitionPath)).object;
    const again = await scene.delete(doomed.definitionPath);
    expect(again.status).toBe(200);
    expect(again.object.metadata.deletionTimestamp).toBe(metadata.deletionTimestamp);
    const { spec } = await doomed.definition();
    const definition = { metadata: { name: metadata.name }, spec };
    expectRefusal(await scene.send('POST', definitions, definition), {
      code: 409,
      reason: 'AlreadyExists',
      message: `object is being deleted: customresourcedefinitions.apiextensions.k8s.io "${metadata.name}" already exists`,
      details: { name: metadata.name, group: 'apiextensions.k8s.io', kind: 'customresourcedefinitions' },
    });
  });

  it('are unchanged after a dry run', async (scene) => {
    const doomed = await Doomed.define(scene);
    expect((await scene.delete(`${doomed.definitionPath}?dryRun=All`)).status).toBe(200);
    expect((await doomed.definition()).metadata).not.toHaveProperty('deletionTimestamp');
  });
});
