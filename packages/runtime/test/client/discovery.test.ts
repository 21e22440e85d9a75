import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createClient } from '../../src/client/create-client.ts';
import { type DiscoveredKind } from '../../src/client/discovered-kind.ts';
import { Mapper } from '../../src/client/mapper.ts';
import { dynamicKind } from '../../src/objects/dynamic-kind.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { failure, ScriptedTransport } from './scripted-transport.ts';

const core = {
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: {},
      versions: [{ version: 'v1', resources: [resource('pods', 'Pod', 'po', ['log', 'eviction'])] }],
    },
  ],
};
const groups = {
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: { name: 'apps' },
      versions: [{ version: 'v1', resources: [resource('deployments', 'Deployment', 'deploy', ['scale'])] }],
    },
  ],
};

function resource(plural: string, kind: string, shortName: string, subresources: string[]): object {
  return {
    resource: plural,
    responseKind: { group: '', version: 'v1', kind },
    scope: 'Namespaced',
    singularResource: kind.toLowerCase(),
    verbs: ['get', 'list'],
    shortNames: [shortName],
    subresources: subresources.map((subresource) => ({ subresource })),
  };
}

describe('discovery', () => {
  test('reads all kinds with two requests', async () => {
    const transport = new ScriptedTransport({ body: core }, { body: groups });
    const kinds = await createClient(transport).discover();
    expect(transport.requests.map(({ path }) => path)).toEqual(['/api', '/apis']);
    expect(transport.requests[0]?.headers?.['accept']).toContain('v=v2;as=APIGroupDiscoveryList');
    expect(kinds).toMatchObject([
      { apiVersion: 'v1', group: '', kind: 'Pod', plural: 'pods', subresources: ['log', 'eviction'] },
      { apiVersion: 'apps/v1', group: 'apps', version: 'v1', kind: 'Deployment', shortNames: ['deploy'] },
    ]);
  });

  test('reads group by group, preferred version first, from a server without aggregated discovery', async () => {
    const answers: Record<string, object> = {
      '/api': { kind: 'APIVersions', versions: ['v1'] },
      '/api/v1': {
        resources: [
          { name: 'pods', kind: 'Pod', namespaced: true, singularName: 'pod', shortNames: ['po'] },
          { name: 'pods/log', kind: 'Pod', namespaced: true },
        ],
      },
      '/apis': {
        kind: 'APIGroupList',
        groups: [
          {
            name: 'cache.example.com',
            versions: [{ version: 'v1alpha1' }, { version: 'v1' }],
            preferredVersion: { version: 'v1' },
          },
          { name: 'metrics.example.com', versions: [{ version: 'v1' }] },
        ],
      },
      '/apis/cache.example.com/v1': {
        resources: [{ name: 'memcacheds', kind: 'Memcached', namespaced: true }],
      },
      '/apis/cache.example.com/v1alpha1': {
        resources: [{ name: 'memcacheds', kind: 'Memcached', namespaced: true }],
      },
    };
    const client = createClient({
      request: async ({ path }) => {
        const body = answers[path];
        const status = body === undefined ? 503 : 200;
        const { body: unavailable } = failure(503, 'ServiceUnavailable', 'the server is down');
        const text = async (): Promise<string> => JSON.stringify(body ?? unavailable);
        return { status, headers: {}, text, chunks: async function* () {} };
      },
      close: async () => {},
    });
    const kinds = await client.discover();
    expect(kinds.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'v1 Pod',
      'cache.example.com/v1 Memcached',
      'cache.example.com/v1alpha1 Memcached',
    ]);
    expect(kinds[0]?.subresources).toEqual(['log']);
  });
});

function known(apiVersion: string, kind: string, plural: string, shortNames: string[] = []): DiscoveredKind {
  const names = { singular: kind.toLowerCase(), shortNames, categories: [], verbs: [], subresources: [] };
  return { ...dynamicKind({ apiVersion, kind, plural, scope: 'Namespaced' }), ...names };
}

/** A mapper, and a server whose kinds a test can change and which counts the requests. */
function subject(): { mapper: Mapper; clock: FakeClock; server: DiscoveredKind[]; asked: () => number } {
  const clock = new FakeClock();
  const server = [
    known('metrics.k8s.io/v1', 'PodMetrics', 'pods'),
    known('v1', 'Pod', 'pods', ['po']),
    known('apps/v1', 'Deployment', 'deployments', ['deploy']),
    known('cache.example.com/v1', 'Memcached', 'memcacheds'),
    known('cache.example.com/v1alpha1', 'Memcached', 'memcacheds'),
  ];
  let count = 0;
  const client: Pick<Client, 'discover'> = {
    discover: async () => {
      count += 1;
      return [...server];
    },
  };
  return { mapper: new Mapper(client, clock), clock, server, asked: () => count };
}

describe('a mapper', () => {
  test.each([
    ['Deployment', 'apps/v1 Deployment'],
    ['deployments', 'apps/v1 Deployment'],
    ['deploy', 'apps/v1 Deployment'],
    ['pods', 'v1 Pod'],
    ['pods.metrics.k8s.io', 'metrics.k8s.io/v1 PodMetrics'],
    ['memcached', 'cache.example.com/v1 Memcached'],
  ])('finds %s', async (name, found) => {
    const kind = await subject().mapper.find(name);
    expect(`${kind?.apiVersion} ${kind?.kind}`).toBe(found);
  });

  test('finds a version that is not preferred', async () => {
    const { mapper } = subject();
    const query = { group: 'cache.example.com', version: 'v1alpha1', name: 'Memcached' };
    expect((await mapper.find(query))?.apiVersion).toBe('cache.example.com/v1alpha1');
  });

  test('caches the kinds and shares one request between concurrent calls', async () => {
    const { mapper, asked } = subject();
    await Promise.all([mapper.find('po'), mapper.find('deploy')]);
    await mapper.find('memcached');
    expect(asked()).toBe(1);
  });

  test('finds a kind that is installed later', async () => {
    const { mapper, clock, server } = subject();
    expect(await mapper.find('pools')).toBeUndefined();
    server.push(known('cache.example.com/v1', 'Pool', 'pools'));
    await clock.advance(2_000);
    expect((await mapper.find('pools'))?.kind).toBe('Pool');
  });

  test('does not send a request for every lookup of an unknown kind', async () => {
    const { mapper, asked } = subject();
    for (let turn = 0; turn < 10; turn += 1) await mapper.find('unicorns');
    expect(asked()).toBe(1);
  });

  test('retries after a failed request', async () => {
    const { clock } = subject();
    let fails = true;
    const discover = async (): Promise<DiscoveredKind[]> => {
      if (fails) throw new Error('no answer');
      return [known('v1', 'Pod', 'pods')];
    };
    const mapper = new Mapper({ discover }, clock);
    await expect(mapper.find('pods')).rejects.toThrow('no answer');
    fails = false;
    expect((await mapper.find('pods'))?.kind).toBe('Pod');
  });
});
