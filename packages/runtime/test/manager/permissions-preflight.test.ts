import { beforeEach, expect, test } from 'vitest';
import { watchSelections } from '../../src/cache/kind-selection.ts';
import type { Client } from '../../src/client/client.ts';
import { PermissionsPreflight } from '../../src/manager/permissions-preflight.ts';
import { Namespace, Pod } from '../../src/kinds/core/v1.ts';
import type { Kind } from '../../src/objects/kind.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

interface Asked {
  group: string;
  resource: string;
  verb: string;
  namespace?: string;
  name?: string;
}

const kinds: Kind[] = [Memcached, Pod, Namespace];

let clock: FakeClock;
let log: RecordingLogger;
let asked: Asked[];

beforeEach(() => {
  clock = new FakeClock();
  log = new RecordingLogger();
  asked = [];
});

async function look(
  allowed: (attributes: Asked) => boolean | undefined | Promise<never>,
  namespaces?: readonly string[],
  fieldSelector?: string,
): Promise<void> {
  const client = {
    create: async (_: unknown, { spec }: { spec: { resourceAttributes: Asked } }) => {
      asked.push(spec.resourceAttributes);
      return { status: { allowed: await allowed(spec.resourceAttributes) } };
    },
  } as unknown as Pick<Client, 'create'>;
  const preflight = new PermissionsPreflight({
    client,
    clock,
    log,
    kinds: () =>
      kinds.map((kind) => ({
        kind,
        watches: watchSelections({ namespaces, fieldSelector }, kind.scope === 'Cluster'),
      })),
  });
  await preflight.start();
  await settle();
  await preflight.stop();
  expect(clock.pending).toBe(0);
}

test('logs nothing if every read is allowed', async () => {
  await look(() => true);

  expect(asked).toHaveLength(9);
  expect(log.lines).toEqual([]);
});

test('sends one request at a time, so that the watches need not wait', async () => {
  let inFlight = 0;
  await look((() => {
    inFlight += 1;
    expect(inFlight).toBe(1);
    return Promise.resolve(true).finally(() => (inFlight -= 1));
  }) as () => never);

  expect(asked).toHaveLength(9);
});

test('reports all missing permissions at once, as markers to add', async () => {
  await look(({ resource, verb }) => resource === 'namespaces' || (resource === 'pods' && verb === 'get'));

  expect(log.text).toEqual([
    'warn missing RBAC permissions for watched kinds: add these markers above the reconciler',
  ]);
  expect(log.lines[0]?.fields['markers']).toEqual([
    '// +rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch',
    '// +rbac:groups=core,resources=pods,verbs=list;watch',
  ]);
});

test('checks each watched namespace, and cluster-scoped kinds without one', async () => {
  await look(
    ({ resource, namespace }) => resource !== 'pods' || namespace === 'team-a',
    ['team-a', 'team-b'],
  );

  expect(log.lines[0]?.fields['markers']).toEqual([
    '// +rbac:groups=core,resources=pods,verbs=get;list;watch,namespace=team-b',
  ]);
  expect(asked.filter(({ resource }) => resource === 'namespaces')).toEqual(
    ['get', 'list', 'watch'].map((verb) => ({ group: '', resource: 'namespaces', verb })),
  );
});

test('asks for a single object, and reports its name, if a field selector admits no other one', async () => {
  await look(({ resource }) => resource !== 'pods', ['team-a'], 'metadata.name=web');

  expect(log.lines[0]?.fields['markers']).toEqual([
    '// +rbac:groups=core,resources=pods,resourceNames=web,verbs=get;list;watch,namespace=team-a',
  ]);
  expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(['web']));
});

test.each<[string, () => undefined | Promise<never>]>([
  ['returns nothing', () => undefined],
  ['is unreachable', () => Promise.reject(new Error('down'))],
])('logs no warning if the server %s', async (_, answer) => {
  await look(answer);

  expect(log.text).toEqual([]);
});
