/** An operator whose credentials, CAs and connections are replaced or cut while it runs, over real connections. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@opgen/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kubeConfigTransport } from '../../src/entry-points/transport.ts';
import { mergePatch } from '../../src/index.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { first, second } from '../transport/certificates.ts';
import { FrontDoor } from './support/forwarding-server.ts';
import { StatusObserver, ticketsTooMany, whatIsWrong } from './support/status-observer.ts';
import { memcachedOperator, World } from './support/memcached-operator.ts';
import { Memcached, memcachedCrd } from './support/memcached.ts';
import { quickClock } from './support/quick-clock.ts';

const namespace = 'default';
const poll = { interval: 50 };
const rounds = 4;

/** On the quick clock a reconcile appears stuck after a second, which is less than a request waits for its response. */
const expected = [
  'error reconcile failed',
  'error all workers appear stuck; this controller reconciles nothing until one of them returns',
];

let folder: string;
let cluster: TestCluster;
let door: FrontDoor;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opgen-network-'));
  cluster = await startTestCluster([memcachedCrd]);
  door = await FrontDoor.open(cluster.transport, first);
});

afterEach(async () => {
  await door.close();
  await cluster.stop();
  await rm(folder, { recursive: true });
});

/** Replaces the file atomically, as the kubelet does: a reader sees the old file or the new one. */
async function put(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(`${path}.new`, content, { mode: 0o700 });
  await rename(`${path}.new`, path);
  return path;
}

function kubeConfig(clusterEntry: object, user: object): Promise<string> {
  const config = {
    'current-context': 'main',
    clusters: [{ name: 'main', cluster: { server: door.url, ...clusterEntry } }],
    users: [{ name: 'main', user }],
    contexts: [{ name: 'main', context: { cluster: 'main', user: 'main' } }],
  };
  return put('kubeconfig', JSON.stringify(config));
}

const identityOf = (round: number): typeof first => (round % 2 === 0 ? first : second);
const data = (text: string): string => Buffer.from(text).toString('base64');

async function renew(round: number): Promise<void> {
  door.tokens.clear();
  door.tokens.add(`token-${round}`);
}

interface Fault {
  fault: string;
  /** Writes the credentials and the CA that the operator reads. */
  prepare: (round: number) => Promise<unknown>;
  /** Makes the server disagree with what the operator has read. */
  strike: (round: number) => Promise<void>;
  /** False if the server cannot notice the fault. */
  isNoticed?: false;
  /** Makes recovery possible. */
  mend: (round: number) => Promise<unknown>;
}

const token = (round: number): Promise<string> => put('token', `token-${round}\n`);
const authority = (round: number): Promise<string> => put('ca.crt', identityOf(round).cert);
const inOneFile = (round: number): Promise<string> =>
  kubeConfig({ 'certificate-authority-data': data(identityOf(round).cert) }, { token: `token-${round}` });

/** Every other credential claims to be valid for an hour, whatever the server accepts. */
const credential = (round: number): Promise<string> =>
  put(
    'credential.json',
    JSON.stringify({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: {
        token: `token-${round}`,
        expirationTimestamp: new Date(Date.now() + (round % 2) * 3_600_000).toISOString(),
      },
    }),
  );

const faults: Fault[] = [
  {
    fault: 'the token file is rotated',
    prepare: async (round) => {
      await authority(0);
      return kubeConfig({ 'certificate-authority': 'ca.crt' }, { tokenFile: await token(round) });
    },
    strike: renew,
    mend: token,
  },
  {
    fault: 'the CA file is rotated',
    prepare: async (round) => {
      await authority(round);
      return kubeConfig({ 'certificate-authority': 'ca.crt' }, { tokenFile: await token(0) });
    },
    strike: async (round) => door.show(identityOf(round)),
    mend: authority,
  },
  {
    fault: 'the kubeconfig is rewritten',
    prepare: inOneFile,
    strike: async (round) => {
      await renew(round);
      door.show(identityOf(round));
    },
    mend: inOneFile,
  },
  {
    fault: 'the credential of an exec plugin expires',
    prepare: async (round) => {
      await authority(0);
      const path = await credential(round);
      const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'cat', args: [path] };
      return kubeConfig(
        { 'certificate-authority': 'ca.crt' },
        { exec: { ...exec, interactiveMode: 'Never' } },
      );
    },
    strike: renew,
    mend: credential,
  },
  {
    fault: 'the network is cut, with half-open connections',
    prepare: inOneFile,
    strike: async () => door.cut(),
    isNoticed: false,
    mend: async () => door.mend(),
  },
];

const cases = faults.flatMap((fault) => [1, 2].map((seed) => ({ ...fault, seed })));

test.each(cases)(
  '$fault ($seed): completes all work exactly once',
  async ({ prepare, strike, isNoticed = true, mend, seed }) => {
    const before = timers();
    const { client } = cluster;
    await renew(0);
    const path = (await prepare(0)) as string;
    const transport = await kubeConfigTransport({ path, timeouts: { connect: 2_000, idle: 2_000 } }, {});
    const [world, log, observer, ending] = [
      new World(),
      new RecordingLogger(),
      new StatusObserver(client),
      new AbortController(),
    ];
    // The reflector gives up the watches of a cut connection after at most five minutes.
    const operator = memcachedOperator({ transport, world, log, clock: quickClock(60) });
    const run = operator.start(ending.signal);

    await resize('lemon', 1);
    await expect.poll(() => whatIsWrong(client, world), poll).toEqual([]);
    for (let round = 1; round <= rounds; round += 1) {
      const random = (of: number): number => ((seed * 7 + round) * 2_654_435_761) % of;
      const { refusals } = door;
      await resize('lemon', random(4));
      await delay(random(40));
      await strike(round);
      await resize('lime', round % 2);
      if (isNoticed) await expect.poll(() => door.refusals, poll).toBeGreaterThan(refusals);
      else await delay(random(300));
      await mend(round);
      await resize('lemon', random(3));
    }
    await expect.poll(() => whatIsWrong(client, world), poll).toEqual([]);

    expect(world.overlaps).toEqual([]);
    expect(observer.doubled).toEqual([]);
    expect(await ticketsTooMany(client)).toBe(0);
    expect(log.text.filter((line) => line.startsWith('error') && !expected.includes(line))).toEqual([]);
    ending.abort();
    await run;
    await transport.close();
    await observer.stop();
    // `expect.poll` has a timer of its own while it checks.
    await eventually(() => expect(timers()).toBeLessThanOrEqual(before), { timeout: 90_000 });
  },
);

async function resize(name: string, size: number): Promise<void> {
  const key = { name, namespace };
  const { client } = cluster;
  if (await client.find(Memcached, key)) await client.patch(Memcached, key, mergePatch({ spec: { size } }));
  else await client.create(Memcached, { metadata: key, spec: { size } });
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}
