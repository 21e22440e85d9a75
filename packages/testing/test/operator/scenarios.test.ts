import { randomUUID } from 'node:crypto';
import { type Apply, controllerReference, type Manager, requeueAfter } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Secret, Service } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { recoversFromCrashes } from '../../src/operator/crash-points.ts';
import { revertsDrift } from '../../src/operator/drift.ts';
import type { OperatorScenario } from '../../src/operator/scenario.ts';
import { reachesSteadyState } from '../../src/operator/steady-state.ts';
import { createSite, operator, Site, siteCrd } from './support/site-operator.ts';

function childOf(site: Site) {
  return { namespace: site.metadata.namespace ?? '', ownerReferences: [controllerReference(site)] };
}

function pageOf(site: Site): Apply<ConfigMap> {
  return { metadata: { name: site.metadata.name, ...childOf(site) }, data: { 'index.html': site.spec.text } };
}

const correct = operator([ConfigMap], async ({ client }, site) => {
  const page = await client.apply(ConfigMap, pageOf(site));
  await client.patchStatus(Site, site, { page: page.metadata.name });
});

const withDeployment: OperatorScenario = {
  ...operator([Deployment, Service], async ({ client }, site) => {
    const { name, namespace } = site.metadata;
    const labels = { app: name };
    const metadata = { name, namespace, ownerReferences: [controllerReference(site)] };
    const deployment = await client.apply(Deployment, {
      metadata,
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              { name: 'web', image: 'web:1', ports: [{ containerPort: 80, protocol: 'TCP' as const }] },
            ],
          },
        },
      },
    });
    await client.apply(Service, {
      metadata,
      spec: { selector: labels, ports: [{ port: 80, protocol: 'TCP' }] },
    });
    await client.patchStatus(Site, site, { ready: deployment.status?.readyReplicas ?? 0 });
  }),
  cluster: { objects: [siteCrd], workloads: true },
};

/** Creates a child without looking whether an earlier reconcile did so already. */
const createsTwice = operator([ConfigMap], async ({ client }, site) => {
  if (site.status?.page !== undefined) return;
  const page = await client.create(ConfigMap, {
    metadata: { generateName: 'page-', ...childOf(site) },
    data: { 'index.html': site.spec.text },
  });
  await client.patchStatus(Site, site, { page: page.metadata.name });
});

/** Each write of the child causes the next reconcile. */
const loops = operator([ConfigMap], async ({ client }, site) => {
  const { name, namespace = '' } = site.metadata;
  const page = await client.find(ConfigMap, { name, namespace });
  const reconciles = Number(page?.data?.['reconciles'] ?? 0) + 1;
  await client.apply(ConfigMap, { ...pageOf(site), data: { reconciles: String(reconciles) } });
});

test.each([
  ['a ConfigMap', correct],
  ['a Deployment and a Service', withDeployment],
])('an operator that applies %s passes', async (_, scenario) => {
  await reachesSteadyState(scenario);
  await revertsDrift(scenario);
  await recoversFromCrashes(scenario);
});

test('a crash reveals an operator that creates a child twice', async () => {
  await reachesSteadyState(createsTwice);
  await expect(recoversFromCrashes(createsTwice)).rejects.toThrow(
    [
      'the operator does not recover from a crash after its write 1, with the response lost',
      '  create ConfigMap default/page-*, in the reconcile of Site default/web by controller site',
      'these objects differ from those of a run without a crash',
      '  ConfigMap default/page-*: 2 objects, expected 1',
    ].join('\n'),
  );
});

test('a hot loop is found by each helper, with the write that repeats', async () => {
  for (const check of [reachesSteadyState, recoversFromCrashes]) {
    await expect(check(loops)).rejects.toThrow(
      /does not come to rest: it wrote ConfigMap default\/web 201 times.*\n {2}patch ConfigMap default\/web, in the reconcile of Site default\/web by controller site\n {4}\.data\.reconciles: "200" → "201"$/,
    );
  }
});

test('a second reconcile that writes is named with the field', async () => {
  const starts = new Map<Manager, number>();
  const countsStarts = operator([ConfigMap], async (manager, site) => {
    if (!starts.has(manager)) starts.set(manager, starts.size + 1);
    await manager.client.patchStatus(Site, site, { reconciles: starts.get(manager) ?? 0 });
  });
  await expect(reachesSteadyState(countsStarts)).rejects.toThrow(
    /nothing has changed\n {2}patch Site default\/web, subresource status, in the reconcile of .*\n {4}\.status\.reconciles: 1 → 2$/,
  );
});

test('drift that is not reverted is named with the field', async () => {
  const createsOnce = operator([Secret], async ({ client }, site) => {
    const { name, namespace } = site.metadata;
    const metadata = { name, namespace, ownerReferences: [controllerReference(site)] };
    if ((await client.find(Secret, { name, namespace: namespace ?? '' })) === undefined)
      await client.create(Secret, { metadata, data: { password: 'cGFzcw==' } });
  });
  await expect(revertsDrift(createsOnce)).rejects.toThrow(
    /does not revert others' edits of Secret default\/web \(\.data\.password.*\):\n {2}\.data\.password: /,
  );
  await revertsDrift({ ...createsOnce, mayEdit: [Secret] });
});

test('a deleted child that does not come back is named', async () => {
  const createsOnce = operator([ConfigMap], async ({ client }, site) => {
    if (site.status?.page !== undefined) return;
    const page = await client.apply(ConfigMap, pageOf(site));
    await client.patchStatus(Site, site, { page: page.metadata.name });
  });
  const scenario = { ...createsOnce, mayEdit: [ConfigMap] };
  await expect(revertsDrift(scenario)).rejects.toThrow(
    'ConfigMap default/web does not come back after it was deleted',
  );
  await revertsDrift({ ...scenario, mayDelete: [ConfigMap] });
});

test('an operator that fails, or has nothing to do, does not pass', async () => {
  const fails = operator([ConfigMap], async () => {
    throw new Error('no such image');
  });
  await expect(reachesSteadyState(fails)).rejects.toThrow(
    'reconcile of Site default/web by controller site fails: no such image',
  );
  await expect(reachesSteadyState({ ...correct, act: () => {} })).rejects.toThrow(
    'the operator reconciled nothing',
  );
  const createsNothing = operator([ConfigMap], async () => {});
  await expect(revertsDrift(createsNothing)).rejects.toThrow('created no objects');
});

test('a crash may change what differs by chance, and what may differ', async () => {
  const withPassword = operator([Secret], async ({ client }, site) => {
    const { name, namespace = '' } = site.metadata;
    const isThere = (await client.find(Secret, { name, namespace })) !== undefined;
    const password = Buffer.from(randomUUID()).toString('base64');
    if (!isThere) await client.create(Secret, { metadata: { name, ...childOf(site) }, data: { password } });
  });
  await recoversFromCrashes(withPassword);

  let starts = 0;
  const withCount: OperatorScenario = {
    ...operator([ConfigMap], async ({ client }, site) => {
      await client.apply(ConfigMap, pageOf(site));
      await client.patchStatus(Site, site, { reconciles: site.status?.reconciles ?? starts });
    }),
    prepare: () => (starts = 0),
  };
  const { setup } = withCount;
  withCount.setup = (...parts) => {
    starts += 1;
    return setup(...parts);
  };
  await expect(recoversFromCrashes(withCount)).rejects.toThrow('Site default/web: .status.reconciles: 1 → 2');
  await recoversFromCrashes({ ...withCount, mayDiffer: ['.status.reconciles'] });
});

test('settleFor lets an operator finish that waits on purpose', async () => {
  const patient: OperatorScenario = {
    ...operator([ConfigMap], async ({ client }, site) => {
      if (site.status?.ready === undefined) {
        await client.patchStatus(Site, site, { ready: 0 });
        return requeueAfter(30_000);
      }
      await client.apply(ConfigMap, pageOf(site));
      await client.patchStatus(Site, site, { ready: 1 });
      return undefined;
    }),
    settleFor: '1m',
  };
  await reachesSteadyState(patient);
  await revertsDrift(patient);
  await recoversFromCrashes(patient);
  await expect(revertsDrift({ ...patient, settleFor: 0 })).rejects.toThrow('created no objects');
});

test('a crash between two steps of users is recovered from before the second', async () => {
  const scenario: OperatorScenario = {
    ...correct,
    async act(cluster) {
      const site = await createSite(cluster);
      await cluster.settled();
      const latest = await cluster.client.get(Site, { name: site.metadata.name, namespace: 'default' });
      await cluster.client.update(Site, { ...latest, spec: { text: 'bye' } });
    },
  };
  await recoversFromCrashes(scenario);
});
