import { type ServedResource, servedResources } from '@opgen/rules/builtin';
import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';

interface Discovered {
  resources: Facts[];
  groups: { name: string; versions: { version: string }[]; preferredVersion: object }[];
}

function pathOf({ servedGroup, servedVersion }: ServedResource): string {
  return servedGroup === '' ? `/api/${servedVersion}` : `/apis/${servedGroup}/${servedVersion}`;
}

type Facts = Pick<ServedResource, 'kind' | 'namespaced' | 'verbs' | 'shortNames' | 'categories'> & {
  readonly name: string;
};

function factsOf({ name, kind, namespaced, verbs, shortNames = [], categories = [] }: Facts): Facts {
  return { name, kind, namespaced, verbs: verbs.toSorted(), shortNames, categories };
}

function byName(one: Facts, other: Facts): number {
  return one.name < other.name ? -1 : 1;
}

conformance('discovery', (it) => {
  it('returns the version of the server', async (scene) => {
    expect((await scene.get('/version')).object).toMatchObject({
      major: '1',
      minor: expect.stringMatching(/^\d+$/),
      gitVersion: expect.stringMatching(/^v1\.\d+\.\d+/),
    });
  });

  for (const path of ['/healthz', '/livez', '/readyz']) {
    it(`returns ok at ${path}`, async (scene) => {
      const answer = await scene.get(path);
      expect([answer.status, answer.text]).toEqual([200, 'ok']);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    });
  }

  it('lists the versions of the core group', async (scene) => {
    expect((await scene.get('/api')).object).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
  });

  it('lists the groups, including those of CRDs', async (scene) => {
    const { object } = await scene.get('/apis');
    expect(object).toMatchObject({ kind: 'APIGroupList', apiVersion: 'v1' });
    const groups = async () => ((await scene.get('/apis')).object as unknown as Discovered).groups;
    const version = { groupVersion: `${scene.group}/v1`, version: 'v1' };
    // A real server lists a new group some time after it serves its kinds.
    await expect
      .poll(groups)
      .toContainEqual({ name: scene.group, versions: [version], preferredVersion: version });
  });

  it('serves only the stable versions of built-in groups', async (scene) => {
    const builtIn = new Set(servedResources().map(({ servedGroup }) => servedGroup));
    const { groups } = (await scene.get('/apis')).object as unknown as Discovered;
    const served = groups.filter(({ name }) => builtIn.has(name)).flatMap(({ versions }) => versions);
    expect(served.map(({ version }) => version).filter((version) => !/^v\d+$/.test(version))).toEqual([]);
    expect((await scene.get('/apis/resource.k8s.io/v1beta1/deviceclasses')).status).toBe(404);
  });

  it('lists the resources that its minor version serves', async (scene) => {
    const stable = servedResources(await scene.minor()).filter((each) => /^v\d+$/.test(each.servedVersion));
    const paths = new Set(stable.map(pathOf));
    for (const path of paths) {
      const { resources } = (await scene.get(path)).object as unknown as Discovered;
      const wanted = stable.filter((each) => pathOf(each) === path);
      expect(resources.map(factsOf).toSorted(byName), path).toEqual(
        wanted.map(({ resource: name, ...facts }) => factsOf({ ...facts, name })).toSorted(byName),
      );
    }
  });

  it('returns a single group', async (scene) => {
    const version = { groupVersion: 'apps/v1', version: 'v1' };
    expect((await scene.get('/apis/apps')).object).toEqual({
      kind: 'APIGroup',
      apiVersion: 'v1',
      name: 'apps',
      versions: [version],
      preferredVersion: version,
    });
  });

  it('lists the resources of the core group', async (scene) => {
    const { object } = await scene.get('/api/v1');
    expect(object).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' });
    expect((object as unknown as Discovered).resources).toContainEqual(
      expect.objectContaining({
        name: 'configmaps',
        singularName: 'configmap',
        namespaced: true,
        kind: 'ConfigMap',
        shortNames: ['cm'],
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      }),
    );
  });

  it('lists the scale of a Deployment with its own kind', async (scene) => {
    const { object } = await scene.get('/apis/apps/v1');
    expect((object as unknown as Discovered).resources).toContainEqual({
      name: 'deployments/scale',
      singularName: '',
      namespaced: true,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    });
  });

  it('lists the resources of a CRD', async (scene) => {
    const resources = async () =>
      ((await scene.get(`/apis/${scene.group}/v1`)).object as unknown as Discovered).resources;
    await expect.poll(resources).toEqual([
      {
        name: 'widgets',
        singularName: 'widget',
        namespaced: true,
        kind: 'Widget',
        verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
        shortNames: ['wdg'],
        categories: ['toys'],
        storageVersionHash: expect.any(String),
      },
      {
        name: 'widgets/status',
        singularName: '',
        namespaced: true,
        kind: 'Widget',
        verbs: ['get', 'patch', 'update'],
      },
      {
        name: 'widgets/scale',
        singularName: '',
        namespaced: true,
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: ['get', 'patch', 'update'],
      },
    ]);
  });

  it('returns 404 for a missing group', async (scene) => {
    const answer = await scene.get('/apis/nothing.example.com');
    expect([answer.status, answer.text]).toEqual([404, '404 page not found\n']);
  });

  it('is read-only', async (scene) => {
    expectRefusal(await scene.send('PUT', '/api', {}), {
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
      details: {},
    });
  });
});
