import { expect } from 'vitest';
import type { AdmissionAnswer } from '../support/webhook-server.ts';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';
import { expectRefusal } from './support/refusal.ts';
import { webhookName, withWebhooks, writesOf } from './support/webhooks.ts';

const cache = { metadata: { name: 'cache' }, data: { memory: '64m' } };
const allowed = { allowed: true };

/** The response to a create of a ConfigMap when the only webhook answers like this. */
async function answered(
  scene: Scene,
  phase: 'mutating' | 'validating',
  answer: AdmissionAnswer,
  webhook: object = {},
): ReturnType<Scene['post']> {
  const webhooks = await withWebhooks(scene, { [phase]: [{ id: 'first', ...webhook }] });
  webhooks.admit('/first', () => answer);
  return scene.post('configmaps', cache);
}

const denials: [
  string,
  object | undefined,
  { code: number; text: string; reason?: string; details?: object },
][] = [
  ['without a word', undefined, { code: 400, text: ' without explanation' }],
  ['with a message', { message: 'too small' }, { code: 400, text: ': too small' }],
  [
    'with a reason alone',
    { reason: 'Forbidden', code: 403 },
    { code: 403, text: ': Forbidden', reason: 'Forbidden' },
  ],
  ['with a code that is a success', { message: 'no', code: 200 }, { code: 400, text: ': no' }],
  [
    'with details',
    {
      message: 'no',
      code: 422,
      reason: 'Invalid',
      details: { causes: [{ field: 'data', message: 'is odd' }] },
    },
    {
      code: 422,
      text: ': no',
      reason: 'Invalid',
      details: { causes: [{ field: 'data', message: 'is odd' }] },
    },
  ],
];

conformance('outcomes of admission', (it) => {
  for (const [how, status, { code, text, reason, details }] of denials) {
    for (const phase of ['mutating', 'validating'] as const) {
      it(`a ${phase} webhook denies ${how}`, async (scene) => {
        const refused = await answered(scene, phase, { allowed: false, ...(status && { status }) });
        expect(refused.status).toBe(code);
        expect(refused.object).toEqual({
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: `admission webhook "${webhookName(scene, 'first')}" denied the request${text}`,
          ...(reason && { reason }),
          ...(details && { details }),
          code,
        });
      });
    }
  }

  it('a denied object is not stored', async (scene) => {
    await answered(scene, 'validating', { allowed: false });
    expect((await scene.get(scene.path('configmaps', 'cache'))).status).toBe(404);
  });

  it('warnings of webhooks reach the client once', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      mutating: [{ id: 'first' }],
      validating: [{ id: 'second' }],
    });
    webhooks.admit('/first', () => ({ allowed: true, warnings: ['is old', 'is slow'] }));
    webhooks.admit('/second', () => ({ allowed: true, warnings: ['is old'] }));
    const made = await scene.post('configmaps', cache);
    expect(made.headers['warning']).toBe('299 - "is old", 299 - "is slow"');
  });

  it('warnings are returned with a denial too', async (scene) => {
    const refused = await answered(scene, 'validating', { allowed: false, warnings: ['is old'] });
    expect(refused.headers['warning']).toBe('299 - "is old"');
  });

  it('a delete can be denied', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first' }] });
    webhooks.admit('/first', ({ operation }) => ({
      allowed: operation !== 'DELETE',
      status: { message: 'keep it' },
    }));
    await scene.create('configmaps', cache);
    const refused = await scene.delete(scene.path('configmaps', 'cache'));
    expect(refused.object['message']).toBe(
      `admission webhook "${webhookName(scene, 'first')}" denied the request: keep it`,
    );
    await scene.read('configmaps', 'cache');
  });

  it('a delete cannot be patched', async (scene) => {
    const webhooks = await withWebhooks(scene, { mutating: [{ id: 'first' }] });
    const patch = [{ op: 'add', path: '/data/a', value: 'b' }];
    webhooks.admit('/first', ({ operation }) =>
      operation === 'DELETE' ? { allowed: true, patch } : allowed,
    );
    await scene.create('configmaps', cache);
    const cause = `admission webhook "${webhookName(scene, 'first')}" attempted to modify the object, which is not supported for this operation`;
    expectRefusal(await scene.delete(scene.path('configmaps', 'cache')), internal(cause));
  });

  it('a webhook that cannot be reached fails the request', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      validating: [{ id: 'first', clientConfig: { url: 'https://127.0.0.1:1/first' }, timeoutSeconds: 3 }],
    });
    const reason =
      'Post "https://127.0.0.1:1/first?timeout=3s": dial tcp 127.0.0.1:1: connect: connection refused';
    expectRefusal(
      await scene.post('configmaps', cache),
      callFailed(scene, `failed to call webhook: ${reason}`),
    );
    expect(webhooks.calls).toEqual([]);
  });

  it('a webhook behind a missing Service fails the request', async (scene) => {
    await withWebhooks(scene, { validating: [{ id: 'other', rules: [writesOf('secrets')] }] });
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    const service = { name: 'webhook-service', namespace: scene.namespace, path: '/first', port: 443 };
    await scene.patch('json', `${path}/${scene.namespace}`, [
      { op: 'replace', path: '/webhooks/0/clientConfig', value: { service } },
    ]);
    const secret = { metadata: { name: 'cache' } };
    const url = `https://webhook-service.${scene.namespace}.svc:443/first?timeout=10s`;
    const reason = `Post "${url}": service "webhook-service" not found`;
    await expect
      .poll(async () => (await scene.post('secrets', secret, '?dryRun=All')).text)
      .toContain('not found');
    expectRefusal(await scene.post('secrets', secret), {
      ...callFailed(scene, `failed to call webhook: ${reason}`, 'other'),
    });
  });

  it('a webhook with an untrusted certificate fails the request', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first' }] });
    await withWebhooksAt(scene, webhooks.url);
    const reason = `Post "${webhooks.url}/first?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown authority`;
    expectRefusal(
      await scene.post('configmaps', cache),
      callFailed(scene, `failed to call webhook: ${reason}`),
    );
  });

  it('a webhook that times out fails the request', async (scene) => {
    const webhooks = await withWebhooks(scene, { validating: [{ id: 'first', timeoutSeconds: 1 }] });
    webhooks.admit('/first', () => new Promise(() => {}));
    const reason = `Post "${webhooks.url}/first?timeout=1s": context deadline exceeded`;
    expectRefusal(
      await scene.post('configmaps', cache),
      callFailed(scene, `failed to call webhook: ${reason}`),
    );
  });

  const answers: [string, AdmissionAnswer, string][] = [
    [
      'an error of its own',
      { code: 500, body: 'out of memory' },
      'failed to call webhook: an error on the server ("out of memory") has prevented the request from succeeding',
    ],
    [
      'a 404',
      { code: 404, body: 'no such page' },
      'failed to call webhook: the server could not find the requested resource',
    ],
    [
      'no response',
      { code: 200, body: '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}' },
      'received invalid webhook response: webhook response was absent',
    ],
    [
      'something else than JSON',
      { code: 200, body: 'hello' },
      "failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type " +
        String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`,
    ],
    [
      'an error in JSON',
      { code: 500, body: '{"error":"out of memory"}' },
      'failed to call webhook: an error on the server ("unknown") has prevented the request from succeeding',
    ],
  ];
  for (const [what, answer, reason] of answers) {
    it(`a webhook that answers with ${what} fails the request`, async (scene) => {
      expectRefusal(await answered(scene, 'mutating', answer), callFailed(scene, reason));
    });
  }

  it('a validating webhook must not patch', async (scene) => {
    const refused = await answered(scene, 'validating', { allowed: true, patch: [] });
    expectRefusal(
      refused,
      callFailed(
        scene,
        'received invalid webhook response: validating webhook may not return response.patch',
      ),
    );
  });

  it('an unreachable webhook with failurePolicy Ignore is skipped', async (scene) => {
    const made = await answered(scene, 'validating', { code: 500, body: '' }, { failurePolicy: 'Ignore' });
    expect(made.status).toBe(201);
  });

  it('a webhook with failurePolicy Ignore can still deny', async (scene) => {
    const refused = await answered(scene, 'validating', { allowed: false }, { failurePolicy: 'Ignore' });
    expect(refused.status).toBe(400);
  });

  it('a dry run calls webhooks without side effects, with dryRun: true', async (scene) => {
    const webhooks = await withWebhooks(scene, {
      validating: [{ id: 'first', sideEffects: 'NoneOnDryRun' }],
    });
    const received: unknown[] = [];
    webhooks.admit('/first', ({ dryRun, options }) => {
      received.push(dryRun, options);
      return allowed;
    });
    expect((await scene.post('configmaps', cache, '?dryRun=All')).status).toBe(201);
    expect(received).toEqual([
      true,
      { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', dryRun: ['All'] },
    ]);
  });

  it('a patch that cannot be applied fails the request', async (scene) => {
    const patch = [{ op: 'remove', path: '/spec/size' }];
    const refused = await answered(scene, 'mutating', { allowed: true, patch });
    expect([refused.status, refused.object.reason]).toEqual([500, 'InternalError']);
  });
});

/** Makes the API server call the only webhook of a case at a URL, without a trusted CA. */
async function withWebhooksAt(scene: Scene, url: string): Promise<void> {
  const path = `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${scene.namespace}`;
  await scene.patch('json', path, [
    { op: 'replace', path: '/webhooks/0/clientConfig', value: { url: `${url}/first` } },
  ]);
  await expect
    .poll(async () => (await scene.post('configmaps', cache, '?dryRun=All')).text)
    .toContain('certificate');
}

function internal(cause: string): Parameters<typeof expectRefusal>[1] {
  const message = `Internal error occurred: ${cause}`;
  return { code: 500, reason: 'InternalError', message, details: { causes: [{ message: cause }] } };
}

function callFailed(scene: Scene, reason: string, id = 'first'): Parameters<typeof expectRefusal>[1] {
  return internal(`failed calling webhook "${webhookName(scene, id)}": ${reason}`);
}
