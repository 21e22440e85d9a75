import { createClient, mergePatch } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { startCluster, type TestCluster } from '@opgen/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultInjection, type FaultOptions } from '../../src/dev/fault-injection.ts';
import { chaosLine, faultLine } from '../../src/dev/fault-line.ts';
import { faultRates } from '../../src/dev/fault-rates.ts';

const settings = { name: 'settings', namespace: 'default' };
let cluster: TestCluster;
let lines: string[];
let crashes: string[];
let changes: number;

beforeEach(async () => {
  lines = [];
  crashes = [];
  changes = 0;
  cluster = await startCluster({ controllers: false });
  await cluster.client.create(ConfigMap, { metadata: settings });
});

afterEach(() => cluster.stop());

function inject(options: FaultOptions): FaultInjection {
  return new FaultInjection({
    upstream: cluster.transport,
    options,
    onFault: (injected) => lines.push(faultLine(injected)),
    onChange: () => (changes += 1),
    onCrash: ({ writes, response }) => crashes.push(`${writes} ${response}`),
  });
}

/** The operator writes; resolves with its error. */
async function write(faults: FaultInjection, value: string): Promise<unknown> {
  const patch = mergePatch({ data: { value } });
  return createClient(faults)
    .patch(ConfigMap, settings, patch)
    .then(() => 'written', String);
}

test('passes everything on until it is switched on, and again when it is switched off', async () => {
  const faults = inject({ active: false, seed: 1, rates: { conflict: 1 } });
  expect(await write(faults, '1')).toBe('written');
  expect(chaosLine(faults.state)).toBe('chaos off');

  faults.activate();
  expect(await write(faults, '2')).toContain(
    'Operation cannot be fulfilled on configmaps "settings": the object has been modified',
  );
  expect(chaosLine(faults.state)).toBe('chaos on · seed 1 · conflict 100%');
  expect(lines).toEqual(['fault conflict · patch configmaps default/settings']);
  expect(faults.state.happened['conflict']).toBe(1);
  expect(faults.state.recent).toMatchObject([
    { id: 1, fault: 'conflict', request: 'patch configmaps default/settings' },
  ]);
  expect(changes).toBe(2);

  faults.activate({ refused: 1 });
  expect(await write(faults, '3')).toContain('ECONNREFUSED');
  faults.deactivate();
  expect(await write(faults, '4')).toBe('written');
});

test('each process of the operator gets the same faults', async () => {
  const faults = inject({ active: true, seed: 7, rates: { conflict: 0.5 } });
  const life = async (): Promise<unknown[]> => {
    const results: unknown[] = [];
    for (let count = 0; count < 20; count += 1) results.push(await write(faults, String(count)));
    return results;
  };
  const first = await life();
  faults.restarted();

  expect(await life()).toEqual(first);
  expect(new Set(first).size).toBe(2);
});

test.each([
  { response: 'lost' as const, last: /the operator has crashed/ },
  { response: 'delivered' as const, last: /^written$/ },
])('lets the operator crash at a write, with its response $response', async ({ response, last }) => {
  const faults = inject({ active: false });
  faults.crashAt({ writes: 2, response });

  expect(await write(faults, '1')).toBe('written');
  expect(await write(faults, '2')).toMatch(last);
  await expect.poll(() => crashes).toEqual([`2 ${response}`]);
  expect(await write(faults, '3')).toContain('the operator has crashed');
  expect((await cluster.client.get(ConfigMap, settings)).data).toEqual({ value: '2' });

  faults.restarted();
  expect(await write(faults, '4')).toBe('written');
});

test('reads the names and probabilities of faults', () => {
  expect(faultRates(['conflict', 'watchReset=0.5', 'watchStalled'])).toEqual({
    conflict: 0.1,
    watchReset: 0.5,
    watchStalled: 0.1,
  });
  expect(() => faultRates(['conflicts'])).toThrow(/invalid fault conflicts/);
  expect(() => faultRates(['conflict=2'])).toThrow(/invalid fault conflict=2/);
  expect(() => faultRates(['conflict='])).toThrow(/invalid fault conflict=/);
});
