import { expect, it } from 'vitest';
import { startApi, type Send } from '../api.ts';

const services = '/api/v1/namespaces/default/services';

async function service(send: Send, name: string, spec: object): Promise<Record<string, unknown>> {
  const { object } = await send('POST', services, {
    metadata: { name },
    spec: { ports: [{ port: 80 }], ...spec },
  });
  return object.spec;
}

it('allocates a different address for every Service', async () => {
  const { send } = await startApi();
  const one = await service(send, 'one', {});
  const other = await service(send, 'other', {});
  expect(one['clusterIP']).toMatch(/^10\.0\./);
  expect(other['clusterIP']).not.toBe(one['clusterIP']);
});

it('keeps a given address, and None', async () => {
  const { send } = await startApi();
  expect(await service(send, 'one', { clusterIP: '10.0.7.7' })).toMatchObject({ clusterIPs: ['10.0.7.7'] });
  expect(await service(send, 'other', { clusterIP: 'None' })).toMatchObject({ clusterIP: 'None' });
  expect(
    await service(send, 'third', { type: 'ExternalName', externalName: 'a.example.com' }),
  ).not.toHaveProperty('clusterIP');
});

it('reuses the address of a deleted Service', async () => {
  const { send } = await startApi();
  const before = await service(send, 'one', {});
  await send('DELETE', `${services}/one`);
  expect((await service(send, 'other', {}))['clusterIP']).toBe(before['clusterIP']);
});

it('allocates a different node port for each port', async () => {
  const { send } = await startApi();
  const ports = [
    { name: 'a', port: 80 },
    { name: 'b', port: 81, nodePort: 30_000 },
  ];
  const spec = await service(send, 'one', { type: 'NodePort', ports });
  const numbers = (spec['ports'] as { nodePort: number }[]).map(({ nodePort }) => nodePort);
  expect(new Set(numbers).size).toBe(2);
  expect(numbers[1]).toBe(30_000);
});
