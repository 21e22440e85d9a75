/** After any faults of replicas, requests and the Secret, all replicas agree again. */
import { startCluster, type TestCluster } from '@opgen/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CertificateContext, ServingCertificate } from '../../src/certificates/certificate-provider.ts';
import { managedCertificates } from '../../src/certificates/managed-certificates.ts';
import { createClient } from '../../src/client/create-client.ts';
import { ValidatingWebhookConfiguration } from '../../src/kinds/admissionregistration/v1.ts';
import { Secret } from '../../src/kinds/core/v1.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.ts';
import { settle } from '../support/fake-clock.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { JumpingClock } from '../support/jumping-clock.ts';

const name = 'memcached-operator';
const namespace = 'memcached-operator-system';
const secret = { name: `${name}-certificates`, namespace };
const configuration = { name: `${name}-validating-webhook-configuration` };
const day = 24 * 3_600_000;

/** Loses requests before they reach the server, or their responses, in a repeating pattern. */
class LossyTransport implements Transport {
  readonly #transport: Transport;
  lose: readonly ('nothing' | 'request' | 'answer')[] = [];
  #requests = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    this.#requests += 1;
    const fate = this.lose[this.#requests % this.lose.length] ?? 'nothing';
    if (fate === 'request') throw new Error('lost on the way');
    const answer = await this.#transport.request(request);
    if (fate === 'answer') throw new Error('the answer was lost');
    return answer;
  }

  async close(): Promise<void> {}
}

class Replica {
  readonly transport: LossyTransport;
  readonly #clock: JumpingClock;
  shown: ServingCertificate | undefined;
  #stop = new AbortController();
  #provided: Promise<void> | undefined;

  constructor(cluster: TestCluster, clock: JumpingClock) {
    this.transport = new LossyTransport(cluster.transport);
    this.#clock = clock;
    this.start();
  }

  start(): void {
    this.#stop = new AbortController();
    const context: CertificateContext = {
      signal: this.#stop.signal,
      use: (certificate) => (this.shown = certificate),
      client: createClient(this.transport),
      webhooks: () => ({ defaulting: false, validation: true, conversions: [] }),
      clock: this.#clock,
      random: () => 0.5,
      log: new RecordingLogger(),
    };
    this.#provided = managedCertificates({ name, namespace }).provide(context);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#provided;
  }
}

type Event =
  | { type: 'lose'; replica: number; lose: ('nothing' | 'request' | 'answer')[] }
  | { type: 'restart'; replica: number }
  | { type: 'delete' | 'damage' | 'overwrite' }
  | { type: 'pass'; time: number };

const replica = fc.nat({ max: 2 });
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('lose' as const),
      replica,
      lose: fc.array(fc.constantFrom('nothing' as const, 'request' as const, 'answer' as const), {
        minLength: 1,
        maxLength: 7,
      }),
    }),
    fc.record({ type: fc.constant('restart' as const), replica }),
    fc.record({ type: fc.constantFrom('delete' as const, 'damage' as const, 'overwrite' as const) }),
    fc.record({
      type: fc.constant('pass' as const),
      time: fc.constantFrom(1_000, 40_000, day, 61 * day, 490 * day, 800 * day, -3 * day),
    }),
  ),
  { minLength: 3, maxLength: 14 },
);

async function apply(
  event: Event,
  cluster: TestCluster,
  clock: JumpingClock,
  replicas: Replica[],
): Promise<void> {
  switch (event.type) {
    case 'lose': {
      const { transport } = replicas[event.replica]!;
      transport.lose = event.lose;
      break;
    }
    case 'restart':
      await replicas[event.replica]!.stop();
      replicas[event.replica]!.start();
      break;
    case 'delete':
      await cluster.client.delete(Secret, secret);
      break;
    case 'damage':
      if ((await cluster.client.find(Secret, secret)) === undefined) break;
      await cluster.client.apply(Secret, { metadata: secret, data: { 'ca.key': 'eA==', 'tls.crt': 'eA==' } });
      break;
    case 'overwrite':
      await cluster.install(manifest);
      break;
    case 'pass':
      clock.jump(event.time);
      break;
  }
  // Part of the reaction runs before the next event.
  for (let turn = 0; turn < 5; turn += 1) await settle();
  await clock.advance(1_000);
}

const manifest = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: configuration,
  webhooks: [
    {
      name: 'vmemcached-v1.cache.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: { service: { name: `${name}-webhook-service`, namespace }, caBundle: 'Cg==' },
      rules: [
        { apiGroups: ['x.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] },
      ],
    },
  ],
};

/** Compares the Secret, the certificate of each replica and the CA bundle of the API server. */
async function agreement(cluster: TestCluster, replicas: readonly Replica[]): Promise<string> {
  const data = (await cluster.client.find(Secret, secret))?.data ?? {};
  const { webhooks = [] } = await cluster.client.get(ValidatingWebhookConfiguration, configuration);
  const kept = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString();
  const bundle = Buffer.from(webhooks[0]?.clientConfig.caBundle ?? '', 'base64').toString();
  if (bundle !== kept('ca.crt')) return 'the API server trusts another authority';
  const differs = replicas.findIndex(
    ({ shown }) =>
      shown?.certificate !== kept('tls.crt') || shown.key !== kept('tls.key') || shown.ca !== bundle,
  );
  return differs === -1 ? 'all agree' : `replica ${differs} shows another certificate`;
}

test('after any sequence of faults, all replicas serve the stored certificate and the API server trusts it', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (sequence) => {
      const cluster = await startCluster({
        objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, manifest],
        controllers: false,
      });
      const clock = new JumpingClock();
      const replicas = [0, 1, 2].map(() => new Replica(cluster, clock));
      for (const event of sequence) await apply(event, cluster, clock, replicas);
      for (const { transport } of replicas) transport.lose = [];
      let state = '';
      for (let round = 0; round < 40 && state !== 'all agree'; round += 1) {
        for (let turn = 0; turn < 20; turn += 1) await settle();
        await clock.advance(40_000);
        state = await agreement(cluster, replicas);
      }
      expect(state).toBe('all agree');
      await Promise.all(replicas.map((each) => each.stop()));
      expect(clock.pending).toBe(0);
      await cluster.stop();
    }),
    { numRuns: 25 },
  );
});
