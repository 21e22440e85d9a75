import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Lease } from '../../src/kinds/coordination/v1.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { LeaseServer } from './lease-server.ts';
import { Replica } from './replica.ts';

const lost = { there: 5, back: 5, lost: 'request' } as const;
const hour = 3_600_000;

let time: FakeClock;
let server: LeaseServer;
let replicas: Replica[];
/** Whether a client outside the election writes to the Lease. */
let byHand: boolean;

beforeEach(() => {
  time = new FakeClock();
  server = new LeaseServer(time);
  replicas = [];
  byHand = false;
});

afterEach(async () => {
  const stopped = Promise.all(replicas.map(({ leadership }) => leadership.stop()));
  await time.advance(60_000);
  await stopped;
  await time.advance(60_000);
  expect(time.pending).toBe(0);
  if (!byHand) expect(server.writes.filter(({ by, holder }) => by !== holder)).toEqual([]);
});

async function started(name: string, options = {}): Promise<Replica> {
  const replica = new Replica(name, server, time, options);
  replicas.push(replica);
  const running = replica.start();
  await time.advance(100);
  await running;
  return replica;
}

/** Advances the clock until the replica leads, and returns how long that took. */
async function untilItLeads({ leadership }: Replica, atMost: number): Promise<number> {
  const from = time.monotonic();
  while (!leadership.leads && time.monotonic() - from < atMost) await time.advance(100);
  expect(leadership.leads).toBe(true);
  return time.monotonic() - from;
}

function heldBy(holderIdentity: string, spec: Partial<Lease['spec']> = {}): Lease {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'memcached-operator', namespace: 'operators', uid: 'l', resourceVersion: '0' },
    spec: { holderIdentity, leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z', ...spec },
  } as Lease;
}

test('the first replica becomes leader and records it in the Lease', async () => {
  const a = await started('a');

  expect(a.leadership.leads).toBe(true);
  expect(server.lease?.spec).toEqual({
    holderIdentity: 'a',
    leaseDurationSeconds: 15,
    acquireTime: '2026-01-01T00:00:00.010000Z',
    renewTime: '2026-01-01T00:00:00.010000Z',
    leaseTransitions: 0,
  });
});

test('the second replica stands by, logs who leads, and does no work', async () => {
  await started('a');
  const b = await started('b');
  await time.advance(hour);

  expect(b.leadership.leads).toBe(false);
  expect(b.starts).toBe(0);
  expect(b.log.text).toEqual(['info standing by: another replica is the leader']);
});

test('a leader renews every two seconds, with one request each', async () => {
  await started('a');
  const before = Number(server.lease?.metadata.resourceVersion);
  await time.advance(60_000);

  const renewals = Number(server.lease?.metadata.resourceVersion) - before;
  expect(renewals).toBeGreaterThanOrEqual(29);
  expect(renewals).toBeLessThanOrEqual(30);
  expect(server.lease?.spec.leaseTransitions).toBe(0);
});

test('a stopping leader releases the Lease after its work ends, and the next leads within a few seconds', async () => {
  const a = await started('a');
  const b = await started('b');
  const stopped = a.leadership.stop();
  const took = await untilItLeads(b, 5_000);
  await stopped;

  expect(took).toBeLessThanOrEqual(4_400);
  expect(server.lease?.spec.leaseTransitions).toBe(2 - 1);
});

test('a leader configured to keep the Lease lets it expire', async () => {
  const a = await started('a', { releaseOnStop: false });
  const b = await started('b');
  await a.leadership.stop();

  expect(server.holder).toBe('a');
  expect(await untilItLeads(b, 30_000)).toBeGreaterThan(10_000);
});

describe('a leader that cannot reach the server', () => {
  test('stops writing after ten seconds, before another leader starts', async () => {
    const a = await started('a');
    const b = await started('b');
    a.network = () => lost;
    await time.advance(10_100);
    expect(a.leadership.leads).toBe(false);
    expect(b.leadership.leads).toBe(false);

    const took = await untilItLeads(b, 20_000);
    expect(took).toBeGreaterThan(2_000);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  test('runs for election again in the same process, and resumes work once elected', async () => {
    const a = await started('a');
    const b = await started('b');
    a.network = () => lost;
    await untilItLeads(b, 40_000);
    a.network = () => ({ there: 5, back: 5 });
    await time.advance(20_000);
    expect(a.leadership.leads).toBe(false);

    await Promise.all([b.leadership.stop(), time.advance(5_000)]);
    await untilItLeads(a, 5_000);
    expect(a.starts).toBe(2);
    expect(a.failures).toEqual([]);
    expect(server.lease?.spec.leaseTransitions).toBe(2);
  });

  test('stays leader if the connection recovers in time', async () => {
    const a = await started('a');
    a.network = () => lost;
    await time.advance(8_000);
    a.network = () => ({ there: 5, back: 5 });
    await time.advance(60_000);

    expect(a.leadership.leads).toBe(true);
    expect(a.starts).toBe(1);
  });

  test('does not count renewals whose responses are lost', async () => {
    const a = await started('a');
    a.network = () => ({ there: 5, back: 5, lost: 'answer' });
    await time.advance(10_100);

    expect(a.leadership.leads).toBe(false);
  });

  test('does not keep its process from exiting', async () => {
    const a = await started('a');
    a.network = () => lost;
    const stopped = a.leadership.stop();
    await time.advance(6_000);
    await stopped;

    expect(a.log.text.at(-1)).toMatch('failed to release the leader election lease');
  });
});

test('refuses every write of a leader whose process was paused, even if it keeps trying', async () => {
  const a = await started('a');
  const b = await started('b');
  a.stubborn = true;
  a.clock.freeze();
  await untilItLeads(b, 40_000);
  const before = server.writes.filter(({ by }) => by === 'a').length;
  // The pending write runs before the timer that would have ended the term.
  a.clock.thaw((held) => held.toReversed());
  await time.advance(10_000);

  expect(server.writes.filter(({ by }) => by === 'a')).toHaveLength(before);
  expect(a.refused.length).toBeGreaterThan(0);
});

test('refuses the writes of a leader whose machine was suspended and whose monotonic clock stood still', async () => {
  const a = await started('a');
  const b = await started('b');
  a.stubborn = true;
  a.clock.suspend();
  await untilItLeads(b, 40_000);
  const before = server.writes.filter(({ by }) => by === 'a').length;
  a.clock.thaw((held) => held.toReversed());
  await time.advance(10_000);

  expect(server.writes.filter(({ by }) => by === 'a')).toHaveLength(before);
  expect(a.refused.map(String)).toContainEqual(expect.stringContaining('clock jump detected'));
  expect(a.leadership.leads).toBe(false);
});

test('refuses the writes of a leader whose clock was set back by hours during a suspension', async () => {
  const a = await started('a');
  const b = await started('b');
  a.stubborn = true;
  a.clock.suspend();
  a.clock.wallOffset -= hour;
  await untilItLeads(b, 40_000);
  const before = server.writes.filter(({ by }) => by === 'a').length;
  a.clock.thaw((held) => held.toReversed());
  await time.advance(10_000);

  expect(server.writes.filter(({ by }) => by === 'a')).toHaveLength(before);
  expect(a.refused.map(String)).toContainEqual(expect.stringContaining('clock jump detected'));
});

test('a leader whose clocks disagree continues after the next renewal if no other replica leads', async () => {
  const a = await started('a');
  a.clock.wallOffset += 20_000;
  await time.advance(1_400);
  expect(a.refused.length).toBeGreaterThan(0);
  await time.advance(1_000);
  const before = server.writes.length;
  await time.advance(5_000);

  expect(server.writes.length).toBeGreaterThan(before);
  expect(a.starts).toBe(1);
});

describe('clock skew between machines', () => {
  test.each([
    ['long ago', '2001-01-01T00:00:00.000000Z'],
    ['in the future', '2099-01-01T00:00:00.000000Z'],
  ])('waits once for a Lease that was renewed %s, then takes it', async (_, renewTime) => {
    server.lease = heldBy('gone', { renewTime });
    const a = await started('a');
    await time.advance(14_000);
    expect(a.leadership.leads).toBe(false);

    await untilItLeads(a, 6_000);
    expect(server.lease.spec.leaseTransitions).toBe(1);
  });

  test.each([
    ['forward', hour],
    ['back', -hour],
  ])('keeps leading when the wall clock jumps %s', async (_, jump) => {
    const a = await started('a');
    const b = await started('b');
    a.clock.wallOffset = jump;
    await time.advance(20_000);
    b.clock.wallOffset = -jump;
    await time.advance(hour);

    expect(a.leadership.leads).toBe(true);
    expect(a.starts).toBe(1);
    expect(b.starts).toBe(0);
  });
});

describe('manual changes of the Lease', () => {
  test('a leader recreates a deleted Lease, and standbys that knew it do not jump in', async () => {
    const a = await started('a');
    const b = await started('b');
    byHand = true;
    server.lease = undefined;
    await time.advance(60_000);

    expect(a.leadership.leads).toBe(true);
    expect(b.starts).toBe(0);
    expect(server.holder).toBe('a');
  });

  test('a leader keeps an annotation that someone adds', async () => {
    const a = await started('a');
    const { metadata, spec } = server.lease as Lease;
    server.lease = {
      ...(server.lease as Lease),
      metadata: { ...metadata, annotations: { seen: 'yes' }, resourceVersion: 'other' },
      spec,
    };
    await time.advance(60_000);

    expect(a.starts).toBe(1);
    expect(a.leadership.leads).toBe(true);
    expect(server.lease?.metadata.annotations).toEqual({ seen: 'yes' });
  });

  test('a leader stops at the next renewal if the holder was overwritten', async () => {
    const a = await started('a');
    byHand = true;
    server.lease = heldBy('somebody');
    await time.advance(2_100);

    expect(a.leadership.leads).toBe(false);
    expect(a.log.text).toContain('warn lost the leader election lease');
  });

  test('a Lease without a spec is free', async () => {
    const { spec: _, ...bare } = heldBy('');
    server.lease = bare as Lease;
    const a = await started('a');

    expect(a.leadership.leads).toBe(true);
  });
});

describe('a Lease that cannot be read', () => {
  const message =
    'leases.coordination.k8s.io "memcached-operator" is forbidden: User "operator" cannot get resource "leases" in API group "coordination.k8s.io" in the namespace "operators"';

  test.each([
    [
      'a forbidden read',
      { code: 403, reason: 'Forbidden', message },
      'error leader election lease forbidden; nothing is reconciled until access is granted',
    ],
    [
      'an error of the server',
      { code: 500, reason: 'InternalError', message: 'no etcd' },
      'warn failed to acquire the leader election lease; retrying',
    ],
  ])('%s is logged once and does not block startup', async (_, refusal, line) => {
    server.refusal = refusal;
    const a = await started('a');
    await time.advance(60_000);
    expect(a.log.text).toEqual([line]);

    server.refusal = undefined;
    await untilItLeads(a, 5_000);
  });

  test('names the role that grants access', async () => {
    server.refusal = { code: 403, reason: 'Forbidden', message };
    const a = await started('a');

    expect(a.log.lines[0]?.fields).toMatchObject({
      hint: expect.stringContaining('leader-election-role (config/rbac/leader_election_role.yaml)'),
    });
    server.refusal = undefined;
  });
});

test('the process exits if work of a lost term does not stop', async () => {
  const a = await started('a');
  a.leadership.add({
    name: 'stuck',
    stage: 'controllers',
    start: async () => {},
    stop: () => new Promise(() => {}),
  });
  a.network = () => lost;
  await time.advance(10_100 + 30_000);

  expect(String(a.failures[0])).toContain(
    'lost the leader election lease, and controllers did not stop within 30 s',
  );
  replicas = [];
});

describe('leader election durations', () => {
  test.each([
    [{ leaseDuration: 10_000 }, 'leaseDuration must be greater than renewDeadline'],
    [{ renewDeadline: 2_000 }, 'renewDeadline must be greater than 1.2 times retryPeriod'],
    [{ retryPeriod: 0 }, 'retryPeriod must be greater than 0'],
  ])('rejects %j: %s', (options, rule) => {
    expect(() => new Replica('a', server, time, options)).toThrow(rule);
  });
});
