import { describe, expect, it } from 'vitest';
import {
  discoveryContentType,
  discoveryVersionFor,
  groupDiscoveryList,
} from '../../../src/api-server/discovery/aggregated.ts';
import {
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
} from '../../../src/api-server/discovery/legacy.ts';
import { compareVersions } from '../../../src/api-server/discovery/version-priority.ts';
import { builtins } from '../../../src/api-server/resources/builtin.ts';
import { memcacheds, memcachedVersions } from './fixtures.ts';

const { resources } = builtins();

it('prefers stable versions to beta and alpha, and newer ones to older ones', () => {
  const versions = ['v1alpha1', 'final', 'v1beta2', 'v2', 'v1', 'v11', 'v1beta10', 'any'];
  expect(versions.toSorted(compareVersions)).toEqual([
    'v11',
    'v2',
    'v1',
    'v1beta10',
    'v1beta2',
    'v1alpha1',
    'any',
    'final',
  ]);
});

describe('the legacy documents', () => {
  it('list the versions of the core group', () => {
    expect(apiVersions(resources, '127.0.0.1:6443')).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
  });

  it('list a group with its preferred version', () => {
    expect(apiGroup(memcachedVersions, 'cache.example.com')).toMatchObject({
      kind: 'APIGroup',
      versions: ['v1', 'v1beta10', 'v1beta2', 'v1alpha1'].map((version) => ({ version })),
      preferredVersion: { groupVersion: 'cache.example.com/v1', version: 'v1' },
    });
  });

  it('do not list the core group among the others', () => {
    expect(apiGroupList(resources).groups.map(({ name }) => name)).not.toContain('');
    expect(apiGroup(resources, '')).toBeUndefined();
  });

  it('do not exist for a version that is not served', () => {
    expect(apiResourceList(resources, { group: 'apps', version: 'v1beta1' })).toBeUndefined();
  });

  it('list a resource and its subresources', () => {
    expect(apiResourceList([memcacheds], memcacheds)?.resources).toEqual([
      {
        name: 'memcacheds',
        singularName: 'memcached',
        namespaced: true,
        kind: 'Memcached',
        verbs: memcacheds.verbs,
        shortNames: ['mc'],
        storageVersionHash: expect.stringMatching(/=$/),
      },
      {
        name: 'memcacheds/status',
        singularName: '',
        namespaced: true,
        kind: 'Memcached',
        verbs: ['get', 'patch', 'update'],
      },
      {
        name: 'memcacheds/scale',
        singularName: '',
        namespaced: true,
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: ['get', 'patch', 'update'],
      },
    ]);
  });

  it('contain the hash of the storage version', () => {
    const list = apiResourceList(resources, { group: 'apps', version: 'v1' });
    const deployments = list?.resources.find(({ name }) => name === 'deployments');
    expect(deployments).toMatchObject({ storageVersionHash: '8aSe+NMegvE=' });
  });
});

describe('aggregated discovery', () => {
  const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const v2beta1 = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
  const accepts: [accept: string | undefined, version: string | undefined][] = [
    [undefined, undefined],
    ['application/json', undefined],
    ['*/*', undefined],
    [v2, 'v2'],
    [`${v2},${v2beta1},application/json`, 'v2'],
    [`${v2beta1},application/json`, 'v2beta1'],
    [`application/json,${v2}`, undefined],
    [`application/json;q=0.5,${v2}`, 'v2'],
    [v2.replace('v=v2', 'v=v9'), undefined],
    [`${v2.replace('json', 'vnd.kubernetes.protobuf')},${v2beta1}`, 'v2beta1'],
  ];
  for (const [accept, version] of accepts) {
    it(`is ${version ?? 'not'} returned for Accept: ${accept ?? 'anything'}`, () => {
      expect(discoveryVersionFor(accept)).toBe(version);
    });
  }

  it('contains its version in the Content-Type', () => {
    expect(discoveryContentType('v2beta1')).toBe(v2beta1);
  });

  it('has the core group at its own path', () => {
    const { items } = groupDiscoveryList(resources, 'v2', '/api');
    expect(items).toHaveLength(1);
    expect(items[0]?.versions[0]?.resources).toContainEqual(
      expect.objectContaining({ resource: 'namespaces', scope: 'Cluster', shortNames: ['ns'] }),
    );
  });

  it('lists kinds with their subresources', () => {
    expect(groupDiscoveryList(memcachedVersions, 'v2', '/apis')).toMatchObject({
      apiVersion: 'apidiscovery.k8s.io/v2',
      items: [
        {
          metadata: { name: 'cache.example.com' },
          versions: [
            {
              version: 'v1',
              freshness: 'Current',
              resources: [
                {
                  resource: 'memcacheds',
                  responseKind: { group: 'cache.example.com', version: 'v1', kind: 'Memcached' },
                  scope: 'Namespaced',
                  singularResource: 'memcached',
                  subresources: [
                    { subresource: 'status' },
                    {
                      subresource: 'scale',
                      responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                    },
                  ],
                },
              ],
            },
            { version: 'v1beta10' },
            { version: 'v1beta2' },
            { version: 'v1alpha1' },
          ],
        },
      ],
    });
  });
});
