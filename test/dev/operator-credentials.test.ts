import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ApiObjects } from '../../src/dev/api-objects.ts';
import { OperatorCredentials } from '../../src/dev/operator-credentials.ts';
import { temporaryFolder } from '../support/folder.ts';

const minute = 60_000;

let requests: object[];
let failure: Error | undefined;
let folder: string;
let credentials: OperatorCredentials;

/** Issues tokens for an hour, numbered. */
const server = {
  async send(_method: string, path: string, { spec }: { spec: object }) {
    requests.push({ path, ...spec });
    if (failure !== undefined) throw failure;
    const expirationTimestamp = new Date(Date.now() + 60 * minute).toISOString();
    return { status: { token: `token ${requests.length}`, expirationTimestamp } };
  },
} as unknown as ApiObjects;

const token = (): string => readFileSync(join(folder, 'operator.token'), 'utf8');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  requests = [];
  failure = undefined;
  folder = temporaryFolder();
  credentials = new OperatorCredentials({
    api: server,
    account: { namespace: 'shop-system', name: 'shop-controller-manager' },
    kubeconfig: stringify({ users: [{ name: 'admin', user: { token: 'of the administrator' } }] }),
    folder,
    lifetime: 3_600,
    now: () => new Date(Date.now()),
  });
});

afterEach(() => {
  credentials.stop();
  vi.useRealTimers();
});

test('the kubeconfig of the operator reads a token of its ServiceAccount', async () => {
  const path = await credentials.write();
  expect(parse(readFileSync(path, 'utf8'))).toEqual({
    users: [{ name: 'admin', user: { tokenFile: join(folder, 'operator.token') } }],
  });
  expect(token()).toBe('token 1');
  expect(requests).toEqual([
    {
      path: '/api/v1/namespaces/shop-system/serviceaccounts/shop-controller-manager/token',
      expirationSeconds: 3_600,
    },
  ]);
});

test('the token is renewed before it expires, as long as the session runs', async () => {
  await credentials.write();
  await vi.advanceTimersByTimeAsync(47 * minute);
  expect(token()).toBe('token 1');
  const later = async (): Promise<string> => {
    await vi.advanceTimersByTimeAsync(minute);
    return token();
  };
  await expect.poll(later).toBe('token 2');
  await expect.poll(later).toBe('token 3');
  credentials.stop();
  const { length } = requests;
  await vi.advanceTimersByTimeAsync(600 * minute);
  expect(requests).toHaveLength(length);
});

test('a renewal that fails is tried again after ten seconds', async () => {
  await credentials.write();
  failure = new Error('the server is restarting');
  await vi.advanceTimersByTimeAsync(49 * minute);
  expect(requests.length).toBeGreaterThan(2);
  expect(token()).toBe('token 1');
  failure = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(token).toMatch(/^token [^1]/);
});
