import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { issueServerCertificate, newAuthority } from '../../src/certificates/authority.ts';
import type { CertificateProvider, ServingCertificate } from '../../src/certificates/certificate-provider.ts';
import { localNames } from '../../src/certificates/subject-alt-name.ts';
import { Manager } from '../../src/manager/manager.ts';
import { defineKind } from '../../src/objects/kind.ts';
import { readBody } from '../../src/webhook/read-body.ts';
import type { Validator } from '../../src/webhook/validator.ts';
import { webhookPath } from '../../src/webhook/webhook-builder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { Memcached, memcached, Pool } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { admissionReview, ask, type AskOptions, type Reply, responseIn } from '../support/webhook-client.ts';
import { runManager, type RunningManager } from '../support/webhook-manager.ts';

const path = '/validate-cache-example-com-v1-memcached';
const review = admissionReview({ object: memcached('a', 1) });
const deletion = admissionReview({ operation: 'DELETE', oldObject: memcached('a', 1), uid: 'quick' });

const allowEverything = (manager: Manager): void => void manager.webhook(Memcached).validateWith({});

function running(validator: Validator<Memcached> = {}): Promise<RunningManager> {
  return runManager((manager) => manager.webhook(Memcached).validateWith(validator));
}

function send(
  { endpoint }: RunningManager,
  target: string,
  body: string | object = review,
  options: Partial<AskOptions> = {},
): Promise<Reply> {
  return ask(`${endpoint.url}${target}`, body, { ca: endpoint.caBundle, ...options });
}

/** A validator that responds only when the test releases it. */
function waiting(): {
  validator: Validator<Memcached>;
  answer: () => void;
  asked: () => boolean;
  signal: () => AbortSignal | undefined;
} {
  let release: (() => void) | undefined;
  let signal: AbortSignal | undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const validateCreate: Validator<Memcached>['validateCreate'] = (_, context) => {
    signal = context.signal;
    return released;
  };
  return {
    validator: { validateCreate },
    answer: () => release?.(),
    asked: () => signal !== undefined,
    signal: () => signal,
  };
}

test.each<[string, string, string | object, Partial<AskOptions>, number, string]>([
  ['an unknown path', '/validate', review, {}, 404, `known paths: ${path}`],
  ['something that is not JSON', path, '{"kind":', {}, 400, 'invalid JSON'],
  ['null', path, 'null', {}, 400, 'expected a AdmissionReview'],
  ['a review of another kind', path, { kind: 'Pod', apiVersion: 'v1' }, {}, 400, 'got Pod of v1'],
  [
    'a review of an old version',
    path,
    { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1beta1' },
    {},
    400,
    'admission.k8s.io/v1beta1',
  ],
  [
    'a review without a request',
    path,
    { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' },
    {},
    400,
    'no request with a uid',
  ],
  ['a review without an object', path, admissionReview({}), {}, 400, 'no object'],
  [
    'an object of another version',
    path,
    admissionReview({ object: { ...memcached('a', 1), apiVersion: 'cache.example.com/v2' } }),
    {},
    400,
    'fix the rules',
  ],
  ['another method', path, '', { method: 'GET' }, 405, 'POST'],
  ['another content type', path, review, { contentType: 'text/plain' }, 415, 'application/json'],
])('rejects %s', async (_, target, body, options, status, text) => {
  const reply = await send(await running(), target, body, options);
  expect(reply.status).toBe(status);
  expect(reply.text).toContain(text);
});

test('stops reading a body that exceeds the limit', async () => {
  const chunks = [Buffer.alloc(6), Buffer.alloc(6), Buffer.alloc(6)];
  const body = Readable.from(chunks) as unknown as IncomingMessage;
  await expect(readBody(body, 10)).rejects.toThrow('more than 10 bytes');
});

test('handles requests concurrently over kept-alive connections', async () => {
  const { validator, answer } = waiting();
  const manager = await running({ ...validator, validateDelete: () => {} });
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  onTestFinished(() => agent.destroy());
  const slow = send(manager, path, review, { agent });
  for (let each = 0; each < 3; each += 1) {
    expect(responseIn(await send(manager, path, deletion, { agent })).uid).toBe('quick');
  }
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  answer();
  expect(responseIn(await slow).uid).toBe('review-1');
});

test('in one process over one connection, matches a hundred responses to their requests', async () => {
  const manager = await running({ validateCreate: ({ spec }) => delay(spec.size % 7) });
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  onTestFinished(() => agent.destroy());
  const uids = Array.from({ length: 100 }, (_, index) => `review-${index}`);
  const replies = await Promise.all(
    uids.map((uid, size) =>
      send(manager, path, admissionReview({ uid, object: memcached('a', 1, { size }) }), { agent }),
    ),
  );
  expect(replies.map((reply) => responseIn(reply).uid)).toEqual(uids);
});

describe('a slow request', () => {
  test('is aborted at the timeout of the API server', async () => {
    const { validator, signal } = waiting();
    const manager = await running(validator);
    const reply = await send(manager, `${path}?timeout=50ms`);
    expect(reply.status).toBe(504);
    expect(signal()?.aborted).toBe(true);
    expect(manager.log.text).not.toContainEqual(expect.stringContaining('error'));
  });

  test('is aborted when the connection closes', async () => {
    const { validator, asked, signal } = waiting();
    const manager = await running(validator);
    const { endpoint, log } = manager;
    const outgoing = request(`${endpoint.url}${path}`, {
      ca: endpoint.caBundle,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    outgoing.on('error', () => {});
    outgoing.end(JSON.stringify(review));
    await expect.poll(asked).toBe(true);
    outgoing.destroy();
    await expect.poll(() => signal()?.aborted).toBe(true);
    await expect
      .poll(() => log.text)
      .toContain('warn the API server closed the connection before the webhook response');
  });
});

describe('stopping', () => {
  test('waits for responses in progress, and accepts no new requests', async () => {
    const { validator, answer, asked } = waiting();
    const manager = await running(validator);
    const slow = send(manager, path);
    await expect.poll(asked).toBe(true);
    const stopped = manager.stop();
    await expect
      .poll(async () =>
        send(manager, path, deletion).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    answer();
    const reply = await slow;
    expect(responseIn(reply).allowed).toBe(true);
    expect(reply.headers.connection).toBe('close');
    await stopped;
  });

  test('keeps serving for the drain delay, while the API server learns of the other replicas', async () => {
    const clock = new FakeClock(Date.now());
    const webhooks = { bindAddress: '127.0.0.1:0', drainDelay: 3_000 };
    const manager = await runManager(allowEverything, { clock, webhooks });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await send(manager, path, review, { agent });
    const stopped = manager.stop();
    const late = await send(manager, path, review, { agent });
    expect(responseIn(late).allowed).toBe(true);
    expect(late.headers.connection).toBe('close');
    await expect.poll(() => clock.delays).toContain(3_000);
    await clock.advance(3_000);
    await stopped;
    await expect(send(manager, path)).rejects.toThrow('ECONNREFUSED');
  });

  test('ends the drain delay at the shutdown timeout', async () => {
    const webhooks = { bindAddress: '127.0.0.1:0', drainDelay: 60_000 };
    const manager = await runManager(allowEverything, { webhooks, gracefulShutdownTimeout: 300 });
    await manager.stop();
  });

  test('does not wait for kept-alive connections', async () => {
    const manager = await running();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await send(manager, path, review, { agent });
    await manager.stop();
  });

  test('does not wait for clients that send their request too slowly', async () => {
    const clock = new FakeClock(Date.now());
    const manager = await runManager(allowEverything, { clock });
    const { url, caBundle: ca } = manager.endpoint;
    const slow = request(`${url}${path}`, { ca, method: 'POST', headers: { 'content-length': 1_000 } });
    slow.on('error', () => undefined);
    slow.write('{');
    // Once a later request has a response, the server has received the start of this one.
    await send(manager, path);
    const stopped = manager.stop();
    await expect.poll(() => clock.delays).toContain(1_000);
    await clock.advance(1_000);
    await stopped;
  });

  test('stops in time if a client connects without sending anything', async () => {
    const manager = await runManager(allowEverything, {
      gracefulShutdownTimeout: 400,
    });
    const socket = connect(Number(new URL(manager.endpoint.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    await manager.stop();
  });
});

/** A provider whose certificates come from the test. */
function handedOut(): CertificateProvider & { use: (certificate: ServingCertificate) => void } {
  let take: ((certificate: ServingCertificate) => void) | undefined;
  return {
    use: (certificate) => take?.(certificate),
    provide: ({ use, signal }) => {
      take = use;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  };
}

function certificate(name: string): ServingCertificate {
  const validity = { now: new Date(), lifetime: 3_600_000 };
  const authority = newAuthority(`${name} CA`, validity);
  const server = issueServerCertificate(authority, { commonName: name, names: localNames, ...validity });
  return { ...server, ca: authority.certificate };
}

describe('certificates', () => {
  test('serves a new certificate without a restart', async () => {
    const certificates = handedOut();
    const [first, second] = [certificate('first'), certificate('second')];
    const start = runManager(allowEverything, { certificates });
    await delay(0);
    certificates.use(first);
    const running = await start;
    expect((await send(running, path, review)).status).toBe(200);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await send(running, path, review, { agent, ca: first.ca ?? '' });
    certificates.use(second);
    // Existing connections stay open.
    expect((await send(running, path, review, { agent, ca: first.ca ?? '' })).status).toBe(200);
    expect(running.manager.webhookEndpoint?.caBundle).toBe(second.ca);
    await expect(send(running, path, review)).rejects.toThrow(/certificate|signature/);
    expect((await send(running, path, review, { ca: second.ca ?? '' })).status).toBe(200);
  });

  test('without a certificate the manager is not ready, logs the reason, and can be stopped', async () => {
    const log = new RecordingLogger();
    const manager = new Manager({
      certificates: handedOut(),
      webhooks: { bindAddress: '127.0.0.1:0' },
      health: { bindAddress: '127.0.0.1:0' },
      clock: new FakeClock(),
      log,
    });
    manager.webhook(Memcached).validateWith({});
    const end = new AbortController();
    const run = manager.start(end.signal);
    await expect.poll(() => manager.healthPort).toBeDefined();
    const readiness = await fetch(`http://127.0.0.1:${manager.healthPort}/readyz?verbose`);
    expect(await readiness.text()).toContain('[-]webhook-server failed: no certificate loaded yet');
    expect(manager.webhookEndpoint).toBeUndefined();
    end.abort();
    await run;
  });

  test('the manager is ready once it has a certificate', async () => {
    const health = { bindAddress: '127.0.0.1:0' };
    const { manager } = await runManager(allowEverything, { health });
    const readiness = await fetch(`http://127.0.0.1:${manager.healthPort}/readyz?verbose`);
    expect(await readiness.text()).toContain('[+]webhook-server ok');
  });

  test('an invalid certificate does not replace the current one', async () => {
    const certificates = handedOut();
    const first = certificate('first');
    const start = runManager(allowEverything, { certificates });
    await delay(0);
    certificates.use(first);
    const running = await start;
    expect(() => certificates.use({ ...certificate('second'), key: first.key })).toThrow('mismatch');
    expect(running.manager.webhookEndpoint?.caBundle).toBe(first.ca);
    expect((await send(running, path)).status).toBe(200);
  });

  test('are not requested if no webhook is registered', async () => {
    const provider = { provide: vi.fn(async () => {}) };
    const quiet = { request: () => Promise.reject(new Error('quiet')), close: async () => {} };
    const manager = new Manager({ certificates: provider, transport: quiet, log: new RecordingLogger() });
    const end = new AbortController();
    const run = manager.start(end.signal);
    await manager.ready;
    end.abort();
    await run;
    expect(provider.provide).not.toHaveBeenCalled();
  });

  test('a provider that fails ends the manager', async () => {
    const certificates: CertificateProvider = { provide: () => Promise.reject(new Error('no entropy')) };
    const manager = new Manager({
      certificates,
      webhooks: { bindAddress: '127.0.0.1:0' },
      log: new RecordingLogger(),
    });
    manager.webhook(Memcached).validateWith({});
    await expect(manager.start()).rejects.toThrow('no entropy');
  });
});

describe('registration', () => {
  test('rejects two webhooks with the same path', () => {
    const manager = new Manager({ log: new RecordingLogger() });
    manager.webhook(Memcached).validateWith({});
    expect(() => manager.webhook(Pool).validateWith({}, { path })).toThrow(
      `${path} is used by both the validator of Memcached (cache.example.com/v1) and the validator of Pool (cache.example.com/v1)`,
    );
  });

  test.each(['validate', '/a b', '/a?b=c', ''])('rejects the path %j', (wrong) => {
    const manager = new Manager({ log: new RecordingLogger() });
    expect(() => manager.webhook(Memcached).validateWith({}, { path: wrong })).toThrow('invalid path');
  });

  test('uses two dashes in the path of a core kind, as controller-runtime does', () => {
    const Pod = defineKind({ apiVersion: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
    expect(webhookPath('mutate', Pod)).toBe('/mutate--v1-pod');
  });

  test('serves nothing with the bind address 0, and logs so once', async () => {
    const log = new RecordingLogger();
    const manager = new Manager({
      transport: { request: () => Promise.reject(new Error()), close: async () => {} },
      log,
      webhooks: { bindAddress: '0' },
    });
    manager.webhook(Memcached).validateWith({});
    manager.webhook(Pool).validateWith({});
    const end = new AbortController();
    const run = manager.start(end.signal);
    await manager.ready;
    expect(manager.webhookEndpoint).toBeUndefined();
    end.abort();
    await run;
    expect(log.text.filter((line) => line.includes('not served'))).toHaveLength(1);
  });
});

test('metrics count the requests and their results', async () => {
  const manager = await running({
    validateCreate: ({ spec }) => {
      if (spec.size > 1) throw new Error('broken');
    },
  });
  await send(manager, path);
  await send(manager, path, admissionReview({ object: memcached('a', 1, { size: 2 }) }));
  await send(manager, path, '{');
  await send(manager, '/elsewhere');
  const lines = manager.manager.metrics.text().split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      `controller_runtime_webhook_requests_total{webhook="${path}",code="200"} 2`,
      `controller_runtime_webhook_requests_total{webhook="${path}",code="400"} 1`,
      `controller_runtime_webhook_requests_in_flight{webhook="${path}"} 0`,
      `controller_runtime_webhook_latency_seconds_count{webhook="${path}"} 3`,
      'controller_runtime_webhook_panics_total 1',
    ]),
  );
  const [, end] = /^opgen_certificate_expiration_timestamp_seconds (\S+)$/m.exec(lines.join('\n')) ?? [];
  expect(Number(end) * 1000).toBeGreaterThan(Date.now());
  expect(lines).not.toContainEqual(expect.stringContaining('elsewhere'));
});
