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

it('gives every Service an address of its own', async () => {
  const { send } = await startApi();
  const one = await service(send, 'one', {});
  const other = await service(send, 'other', {});
  expect(one['clusterIP']).toMatch(/^10\.0\./);
  expect(other['clusterIP']).not.toBe(one['clusterIP']);
});

it('leaves the address that is asked for, and the lack of one', async () => {
  const { send } = await startApi();
  expect(await service(send, 'one', { clusterIP: '10.0.7.7' })).toMatchObject({ clusterIPs: ['10.0.7.7'] });
  expect(await service(send, 'other', { clusterIP: 'None' })).toMatchObject({ clusterIP: 'None' });
  expect(
    await service(send, 'third', { type: 'ExternalName', externalName: 'a.example.com' }),
  ).not.toHaveProperty('clusterIP');
});

it('gives an address again once its Service is gone', async () => {
  const { send } = await startApi();
  const before = await service(send, 'one', {});
  await send('DELETE', `${services}/one`);
  expect((await service(send, 'other', {}))['clusterIP']).toBe(before['clusterIP']);
});

it('opens each port on the nodes under a number of its own', async () => {
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
