// SPDX-License-Identifier: Apache-2.0

import { eventually, findBinary, realServerAvailable } from '@opgen/testing';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { EtcdApi, type Membership } from '../../src/etcd/membership.ts';
import { clientOf } from '../support/etcd-keys.ts';
import type { EtcdProcess } from '../support/etcd-process.ts';
import { fakeEtcd } from '../support/fake-etcd.ts';
import { realEtcd } from '../support/real-etcd.ts';

vi.setConfig({ testTimeout: 120_000 });

// The real etcd runs where `npm run real-server` has built it. The fake has to pass the same tests.
const binary = (await realServerAvailable()) ? await findBinary('etcd') : undefined;

describe.for([
  { kind: 'the fake', isReal: false },
  { kind: 'the real etcd', isReal: true },
])('$kind', ({ isReal }) => {
  describe.skipIf(isReal && binary === undefined)('as its clients see it', async () => {
    const runner = isReal ? await realEtcd(binary ?? '') : fakeEtcd();
    const api = new EtcdApi(runner.fetch);
    const processes = new Map<string, EtcdProcess>();
    afterAll(() => runner.stop());

    const keysOf = (name: string) => clientOf(clientURL(name), runner.fetch);
    const start = async (name: string, members?: string[]): Promise<void> => {
      const initial = (members ?? [name]).map((each) => `${each}=${peerURL(each)}`);
      const args = [
        `--name=${name}`,
        '--data-dir=/var/lib/etcd/data',
        '--listen-peer-urls=http://0.0.0.0:2380',
        '--listen-client-urls=http://0.0.0.0:2379',
        `--initial-advertise-peer-urls=${peerURL(name)}`,
        `--advertise-client-urls=${clientURL(name)}`,
        `--initial-cluster=${initial.join(',')}`,
        `--initial-cluster-state=${members === undefined ? 'new' : 'existing'}`,
        '--initial-cluster-token=1',
      ];
      processes.set(name, await runner.start(args, `volume-of-${name}`));
    };
    const membership = async (...names: string[]): Promise<Membership> => {
      const found = await api.membership(names.map((name) => clientURL(name)));
      if (found === undefined) throw new Error('no majority answers');
      return found;
    };
    const join = async (name: string): Promise<void> => {
      await settled(async () => api.addLearner(await membership('shop-0'), peerURL(name)));
      const { members } = await membership('shop-0');
      await start(
        name,
        members.map((each) => each.name),
      );
      await settled(async () => {
        const now = await membership('shop-0');
        const learner = now.members.find((each) => each.name === name)!;
        await api.promote(now, learner);
      });
      await settled(async () => expect(await keysOf(name).isReady()).toBe(true));
    };

    test('a first member is a voter', async () => {
      await start('shop-0');
      const { members } = await settled(() => membership('shop-0'));
      expect(members).toMatchObject([{ name: 'shop-0', isStarted: true, isLearner: false }]);
    });

    test('keys that are written can be read', async () => {
      await settled(() => keysOf('shop-0').put('color', 'blue'));
      expect(await keysOf('shop-0').all()).toEqual(new Map([['color', 'blue']]));
    });

    test('a learner is listed before it starts, and has no vote', async () => {
      await api.addLearner(await membership('shop-0'), peerURL('shop-1'));
      const { members } = await membership('shop-0');
      expect(members.find(({ name }) => name === 'shop-1')).toMatchObject({
        isStarted: false,
        isLearner: true,
      });
    });

    test('the same member is not added twice', async () => {
      const before = await membership('shop-0');
      await expect(api.addLearner(before, peerURL('shop-1'))).rejects.toThrow();
      expect((await membership('shop-0')).members).toHaveLength(2);
    });

    test('a learner that has not started is not promoted', async () => {
      const now = await membership('shop-0');
      const learner = now.members.find(({ isLearner }) => isLearner)!;
      await expect(api.promote(now, learner)).rejects.toMatchObject({ isPremature: true });
    });

    test('a learner that is removed is gone', async () => {
      const before = await membership('shop-0');
      const learner = before.members.find(({ isLearner }) => isLearner)!;
      await api.remove(before, learner);
      await api.remove(before, learner); // Its answer was lost: the retry is not an error.
      expect((await membership('shop-0')).members).toHaveLength(1);
    });

    test('three members have the data, and each other', async () => {
      await join('shop-1');
      await join('shop-2');
      const { members } = await membership('shop-2');
      expect(members.map(({ name }) => name).toSorted()).toEqual(['shop-0', 'shop-1', 'shop-2']);
      expect(members.every(({ isLearner, isStarted }) => isStarted && !isLearner)).toBe(true);
      expect(await keysOf('shop-2').all()).toEqual(new Map([['color', 'blue']]));
    });

    test('a majority goes on without a member that is killed', async () => {
      await processes.get('shop-0')!.kill();
      await settled(async () => {
        await keysOf('shop-1').put('size', 'large');
        expect((await keysOf('shop-2').all()).size).toBe(2);
        expect((await membership('shop-1', 'shop-2')).members).toHaveLength(3);
      });
    });

    test('a member that starts again on its volume catches up, whatever its initial flags are', async () => {
      await start('shop-0', ['shop-0']);
      await settled(async () => expect((await keysOf('shop-0').all()).size).toBe(2));
    });

    test('a member that is removed ends', async () => {
      const now = await membership('shop-1');
      await settled(async () =>
        api.remove(
          now,
          now.members.find(({ name }) => name === 'shop-0')!,
        ),
      );
      await eventually(() => expect(processes.get('shop-0')!.isRunning).toBe(false), { timeout: 30_000 });
      expect((await settled(() => membership('shop-1'))).members).toHaveLength(2);
    });

    test('what is not a member cannot join with an empty volume', async () => {
      await runner.erase('volume-of-shop-0');
      await start('shop-0', ['shop-0', 'shop-1', 'shop-2']);
      await eventually(() => expect(processes.get('shop-0')!.isRunning).toBe(false), { timeout: 30_000 });
    });

    test('without a majority, no membership is known', async () => {
      await processes.get('shop-2')!.kill();
      await eventually(async () => expect(await api.membership([clientURL('shop-1')])).toBeUndefined());
      expect(await keysOf('shop-1').isReady()).toBe(false);
    });
  });
});

function peerURL(name: string): string {
  return `http://${name}.shop-peers.default.svc:2380`;
}

function clientURL(name: string): string {
  return `http://${name}.shop-peers.default.svc:2379`;
}

/** Retries what etcd refuses until members have been connected for a while. */
function settled<T>(attempt: () => Promise<T>): Promise<T> {
  return eventually(attempt, { timeout: 30_000, interval: 100 });
}
