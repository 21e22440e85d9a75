import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@opgen/runtime/transport';
import { send } from './send.ts';

const timeout = 30_000;
/** An address where nothing listens: a webhook there fails the request, which shows that the server calls it. */
const nowhere = 'https://127.0.0.1:1/';
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases?dryRun=All';
const plurals = {
  MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
  ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
};

/** The two kinds of webhook configurations. */
export type ConfigurationKind = keyof typeof plurals;

/**
 * Waits until the server calls every stored webhook configuration of a kind. A server picks them up in order and
 * with a delay: as soon as it calls a probe that was added last, it calls all earlier ones too.
 */
export async function untilCalled(transport: Transport, kind: ConfigurationKind): Promise<void> {
  const probe = `0-opgen-probe-${randomBytes(6).toString('hex')}`;
  const collection = `/apis/admissionregistration.k8s.io/v1/${plurals[kind]}`;
  await send(transport, 'POST', collection, probeConfiguration(kind, probe));
  try {
    const deadline = Date.now() + timeout;
    while (!(await isCalled(transport, probe))) {
      if (Date.now() > deadline)
        throw new Error(`the API server does not call the webhooks after ${timeout / 1000} s`);
      await delay(20);
    }
  } finally {
    await send(transport, 'DELETE', `${collection}/${probe}`);
  }
}

/** Matches a single object, which exists only in a dry run. */
function probeConfiguration(kind: ConfigurationKind, probe: string): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: probe },
    webhooks: [
      {
        name: `${probe}.opgen.dev`,
        clientConfig: { url: nowhere },
        rules: [
          {
            apiGroups: ['coordination.k8s.io'],
            apiVersions: ['v1'],
            resources: ['leases'],
            operations: ['CREATE'],
          },
        ],
        objectSelector: { matchLabels: { [label]: probe } },
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        timeoutSeconds: 1,
      },
    ],
  };
}

const label = 'opgen.dev/probe';

async function isCalled(transport: Transport, probe: string): Promise<boolean> {
  const lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: probe, labels: { [label]: probe } },
  };
  const response = await transport.request({
    method: 'POST',
    path: leases,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lease),
  });
  return (await response.text()).includes(`${probe}.opgen.dev`) && response.status >= 400;
}
