/** An operator for the tests of `opgen plan`: a cluster-scoped kind, several namespaces, Secrets, steps and deletions. */
import {
  controllerReference,
  done,
  dynamicKind,
  Manager,
  mergePatch,
  type Request,
  requeueAfter,
  type Result,
  shutdownSignal,
} from '@opgen/runtime';
import { ConfigMap, Namespace, Secret } from '@opgen/runtime/kinds/core/v1';

const Tenant = dynamicKind({
  apiVersion: 'test.example.com/v1',
  kind: 'Tenant',
  plural: 'tenants',
  scope: 'Cluster',
});
const finalizer = 'test.example.com/cleanup';

const manager = new Manager();
const { client } = manager;

async function reconcile({ name }: Request): Promise<Result> {
  const tenant = await client.find(Tenant, { name });
  if (tenant === undefined) return done;
  const { metadata } = tenant;
  const { version } = tenant['spec'] as { version: string };
  if (metadata.deletionTimestamp !== undefined) {
    for (const { metadata: found } of (await client.list(ConfigMap, { namespace: name })).items)
      await client.delete(ConfigMap, found);
    await client.patch(Tenant, { name }, mergePatch({ metadata: { finalizers: [] } }));
    return done;
  }
  if (metadata.finalizers === undefined) {
    await client.patch(Tenant, { name }, mergePatch({ metadata: { finalizers: [finalizer] } }));
    return requeueAfter(100);
  }
  const ownerReferences = [controllerReference(tenant)];
  await client.apply(Namespace, { metadata: { name, ownerReferences } });
  await client.apply(Secret, {
    metadata: { name: 'access', namespace: name, ownerReferences },
    stringData: { password: `secret of ${name} ${version}` },
  });
  await client.apply(ConfigMap, {
    metadata: { name: `settings-${version}`, namespace: name, ownerReferences },
    data: { version, since: (metadata.creationTimestamp ?? '').slice(0, 4) },
  });
  for (const { metadata: found } of (await client.list(ConfigMap, { namespace: name })).items)
    if (found.name?.startsWith('settings-') === true && found.name !== `settings-${version}`)
      await client.delete(ConfigMap, found);
  await client.patchStatus(Tenant, tenant, { version, checked: 'yes' });
  return requeueAfter(3_600_000);
}

manager.controller('tenants').for(Tenant).owns(ConfigMap).owns(Secret).reconcileWith({ reconcile });
await manager.start(shutdownSignal());
