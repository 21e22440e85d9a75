import { expect, it } from 'vitest';
import { ApiServer } from '../../../src/api-server/api-server.ts';
import { Controllers } from '../../../src/api-server/controllers/controllers.ts';
import { createOwn } from '../../../src/api-server/verbs/create.ts';

const tables = ['/serviceaccounts', '/configmaps'];

function start() {
  const { core } = new ApiServer();
  const controllers = new Controllers(core, { ofManager: true, fillsNamespaces: true });
  const names = (namespace: string): string[] =>
    tables.flatMap((table) => core.store.list(table, namespace)).map(({ metadata }) => metadata.name);
  return { core, controllers, names };
}

it('gives each namespace a ServiceAccount and the certificate authority', async () => {
  const { core, controllers, names } = start();
  createOwn(core, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } }, 'test');
  await expect.poll(() => controllers.isIdle).toBe(true);
  for (const namespace of ['a', 'default', 'kube-system'])
    expect(names(namespace)).toEqual(['default', 'kube-root-ca.crt']);
  controllers.stop();
});

it('creates them again after they are deleted', async () => {
  const { core, controllers, names } = start();
  await expect.poll(() => controllers.isIdle).toBe(true);
  for (const table of tables)
    for (const object of core.store.list(table, 'default')) core.store.remove(table, object);
  await expect.poll(() => controllers.isIdle).toBe(true);
  expect(names('default')).toEqual(['default', 'kube-root-ca.crt']);
  controllers.stop();
});
