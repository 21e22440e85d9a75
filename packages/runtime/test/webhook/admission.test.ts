import { describe, expect, test } from 'vitest';
import type { JsonPatchOperation } from '../../src/client/patch.ts';
import { Manager } from '../../src/manager/manager.ts';
import type { AdmissionContext } from '../../src/webhook/admission-context.ts';
import type { AdmissionResponse } from '../../src/webhook/admission-review.ts';
import type { Defaulter } from '../../src/webhook/defaulter.ts';
import { Denied, deny } from '../../src/webhook/denied.ts';
import type { MutatingHandler } from '../../src/webhook/mutating-handler.ts';
import type { ValidatingHandler } from '../../src/webhook/validating-handler.ts';
import type { Validator } from '../../src/webhook/validator.ts';
import { Memcached, memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { admissionReview, ask, responseIn, type ReviewOptions } from '../support/webhook-client.ts';
import { runManager } from '../support/webhook-manager.ts';

type Context = AdmissionContext<Memcached>;

async function answerOf(
  webhook: { defaulter?: Defaulter<Memcached>; validator?: Validator<Memcached> },
  review: ReviewOptions,
): Promise<{ response: ReturnType<typeof responseIn>; log: RecordingLogger }> {
  const { endpoint, log } = await runManager((manager) => {
    if (webhook.defaulter) manager.webhook(Memcached).defaultWith(webhook.defaulter);
    if (webhook.validator) manager.webhook(Memcached).validateWith(webhook.validator);
  });
  const verb = webhook.defaulter ? 'mutate' : 'validate';
  const url = `${endpoint.url}/${verb}-cache-example-com-v1-memcached?timeout=10s`;
  const reply = await ask(url, admissionReview(review), { ca: endpoint.caBundle });
  expect(reply.status).toBe(200);
  return { response: responseIn(reply), log };
}

const patchIn = ({ patch = '' }: { patch?: string }): unknown =>
  JSON.parse(Buffer.from(patch, 'base64').toString());

describe('a defaulter', () => {
  test('responds with a patch of its changes', async () => {
    const defaulter: Defaulter<Memcached> = {
      default: (object) => {
        object.spec = { size: 3 };
        object.metadata.labels = { tier: 'gold' };
      },
    };
    const { response } = await answerOf({ defaulter }, { object: memcached('a', 1) });
    expect(response).toMatchObject({ uid: 'review-1', allowed: true, patchType: 'JSONPatch' });
    expect(patchIn(response)).toEqual([
      { op: 'add', path: '/metadata/labels', value: { tier: 'gold' } },
      { op: 'replace', path: '/spec/size', value: 3 },
    ]);
  });

  test('responds without a patch if it changes nothing', async () => {
    const { response } = await answerOf({ defaulter: { default: () => {} } }, { object: memcached('a', 1) });
    expect(response).toEqual({ uid: 'review-1', allowed: true });
  });

  test('omits undefined fields from the patch', async () => {
    const defaulter: Defaulter<Memcached> = {
      default: (object) => void Object.assign(object.spec ?? {}, { memory: undefined, size: 2 }),
    };
    const { response } = await answerOf({ defaulter }, { object: memcached('a', 1) });
    expect(patchIn(response)).toEqual([{ op: 'replace', path: '/spec/size', value: 2 }]);
  });

  test('is not called for a deletion', async () => {
    const defaulter: Defaulter<Memcached> = { default: () => deny('asked') };
    const { response } = await answerOf({ defaulter }, { operation: 'DELETE', oldObject: memcached('a', 1) });
    expect(response.allowed).toBe(true);
  });

  test('may deny the request', async () => {
    const defaulter: Defaulter<Memcached> = { default: () => deny('no size to be found') };
    const { response } = await answerOf({ defaulter }, { object: memcached('a', 1) });
    expect(response).toMatchObject({ allowed: false, status: { message: 'no size to be found' } });
  });
});

describe('a validator', () => {
  test.each<[string, ReviewOptions, string[]]>([
    ['a creation', { operation: 'CREATE', object: memcached('a', 1) }, ['create a 1']],
    [
      'an update',
      { operation: 'UPDATE', oldObject: memcached('a', 1), object: memcached('a', 1, { size: 2 }) },
      ['update a 1 to 2'],
    ],
    ['a deletion', { operation: 'DELETE', oldObject: memcached('a', 1) }, ['delete a 1']],
  ])('is called for %s', async (_, review, expected) => {
    const told: string[] = [];
    const validator: Validator<Memcached> = {
      validateCreate: async ({ metadata, spec }) => void told.push(`create ${metadata.name} ${spec.size}`),
      validateUpdate: async (old, { metadata, spec }) =>
        void told.push(`update ${metadata.name} ${old.spec.size} to ${spec.size}`),
      validateDelete: async ({ metadata, spec }) => void told.push(`delete ${metadata.name} ${spec.size}`),
    };
    const { response } = await answerOf({ validator }, review);
    expect(told).toEqual(expected);
    expect(response).toEqual({ uid: 'review-1', allowed: true });
  });

  test('allows operations for which it has no method', async () => {
    const validator: Validator<Memcached> = { validateDelete: () => deny('it stays') };
    const { response } = await answerOf({ validator }, { object: memcached('a', 1) });
    expect(response.allowed).toBe(true);
  });

  test('keeps its state: methods are called on the instance', async () => {
    class LimitedValidator implements Validator<Memcached> {
      readonly #limit = 3;
      validateCreate({ spec }: Memcached): void {
        if (spec.size > this.#limit) deny(`at most ${this.#limit}`);
      }
    }
    const { response } = await answerOf(
      { validator: new LimitedValidator() },
      { object: memcached('a', 1, { size: 4 }) },
    );
    expect(response.status).toEqual({
      status: 'Failure',
      code: 403,
      reason: 'Forbidden',
      message: 'at most 3',
    });
  });

  test('lists invalid fields in the format that kubectl prints', async () => {
    const causes = [
      { field: 'spec.size', message: 'must be odd' },
      { field: 'spec.memory', message: 'is missing', reason: 'FieldValueRequired' },
    ];
    const validator: Validator<Memcached> = {
      validateCreate: () => {
        throw new Denied('these do not go together', { causes });
      },
    };
    const { response } = await answerOf({ validator }, { object: memcached('a', 1) });
    expect(response.status).toEqual({
      status: 'Failure',
      code: 422,
      reason: 'Invalid',
      message: 'these do not go together: spec.size: must be odd, spec.memory: is missing',
      details: {
        name: 'a',
        group: 'cache.example.com',
        kind: 'Memcached',
        causes: [
          { reason: 'FieldValueInvalid', field: 'spec.size', message: 'must be odd' },
          { reason: 'FieldValueRequired', field: 'spec.memory', message: 'is missing' },
        ],
      },
    });
  });

  test('may set the status code and the reason', async () => {
    const validator: Validator<Memcached> = {
      validateCreate: () => deny('come back later', { code: 429, reason: 'TooManyRequests' }),
    };
    const { response } = await answerOf({ validator }, { object: memcached('a', 1) });
    expect(response.status).toMatchObject({ code: 429, reason: 'TooManyRequests' });
  });

  test('may return warnings with a denial', async () => {
    const validator: Validator<Memcached> = {
      validateCreate: (_, { warn }) => {
        warn('one');
        warn('two');
        deny('and no');
      },
    };
    const { response } = await answerOf({ validator }, { object: memcached('a', 1) });
    expect(response).toMatchObject({ allowed: false, warnings: ['one', 'two'] });
  });

  test('that throws denies the request and logs the error', async () => {
    const validator: Validator<Memcached> = {
      validateCreate: () => {
        throw new TypeError('pools is not iterable');
      },
    };
    const { response, log } = await answerOf({ validator }, { object: memcached('a', 1) });
    expect(response.status).toMatchObject({ code: 500, reason: 'InternalError' });
    expect(response.status?.message).toBe('the webhook failed: pools is not iterable');
    expect(log.lines.find(({ level }) => level === 'error')).toMatchObject({
      message: 'webhook failed; the request is denied',
      fields: {
        webhook: '/validate-cache-example-com-v1-memcached',
        uid: 'review-1',
        operation: 'CREATE',
        kind: 'Memcached',
        object: 'default/a',
        error: expect.any(TypeError),
      },
    });
  });
});

test('passes the operation, the user and the request in the context', async () => {
  let seen: Context | undefined;
  const validator: Validator<Memcached> = { validateUpdate: (_old, _new, context) => void (seen = context) };
  const old = memcached('a', 1);
  await answerOf(
    { validator },
    { operation: 'UPDATE', oldObject: old, object: old, dryRun: true, subResource: 'status' },
  );
  expect(seen).toMatchObject({
    operation: 'UPDATE',
    user: { username: 'jane', groups: ['system:authenticated'] },
    dryRun: true,
    old,
    subresource: 'status',
    request: { uid: 'review-1', resource: { resource: 'memcacheds' } },
  });
  expect(seen?.signal.aborted).toBe(true);
});

describe('a handler of requests', () => {
  type Register = (manager: Manager) => void;
  const scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'a' },
    spec: { replicas: 3 },
  };

  async function answerAt(
    path: string,
    register: Register,
    review: ReviewOptions,
  ): Promise<AdmissionResponse> {
    const { endpoint } = await runManager(register);
    const reply = await ask(`${endpoint.url}${path}`, admissionReview(review), { ca: endpoint.caBundle });
    expect(reply.status).toBe(200);
    return responseIn(reply);
  }

  test('receives subresources, and adds warnings and audit annotations', async () => {
    const handler: ValidatingHandler = {
      handle: ({ object, operation, subResource }, { audit, warn }) => {
        warn(`${operation} ${subResource} ${object?.kind}`);
        audit('kind', object?.kind ?? '');
      },
    };
    const review = { operation: 'UPDATE', subResource: 'scale', object: scale, oldObject: scale } as const;
    const response = await answerAt(
      '/check',
      (manager) => manager.validatingWebhook('/check', handler),
      review,
    );
    expect(response).toEqual({
      uid: 'review-1',
      allowed: true,
      warnings: ['UPDATE scale Scale'],
      auditAnnotations: { kind: 'Scale' },
    });
  });

  test('denies with a code, a reason and details', async () => {
    const handler: ValidatingHandler = {
      handle: () =>
        deny('try later', { code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } }),
    };
    const review = { operation: 'CONNECT', object: { apiVersion: 'v1', kind: 'PodExecOptions' } } as const;
    const response = await answerAt(
      '/check',
      (manager) => manager.validatingWebhook('/check', handler),
      review,
    );
    expect(response.status).toEqual({
      status: 'Failure',
      code: 429,
      reason: 'TooManyRequests',
      message: 'try later',
      details: { retryAfterSeconds: 7 },
    });
  });

  test('returns a JSON patch, or none if it is empty', async () => {
    const patch: JsonPatchOperation[] = [];
    const register: Register = (manager) => manager.mutatingWebhook('/change', { handle: async () => patch });
    expect(await answerAt('/change', register, { object: scale })).toEqual({
      uid: 'review-1',
      allowed: true,
    });
    patch.push({ op: 'replace', path: '/spec/replicas', value: 4 });
    const response = await answerAt('/change', register, { object: scale });
    expect(response.patchType).toBe('JSONPatch');
    expect(patchIn(response)).toEqual(patch);
  });

  test('that returns no patch denies the request', async () => {
    const handler = { handle: () => undefined } as unknown as MutatingHandler;
    const response = await answerAt('/change', (manager) => manager.mutatingWebhook('/change', handler), {});
    expect(response.status).toMatchObject({
      code: 500,
      message:
        'the webhook failed: a mutating webhook must return a JSON patch: return [] if nothing changes',
    });
  });

  test('has its own path', () => {
    const manager = new Manager({ log: new RecordingLogger() });
    manager.validatingWebhook('/check', { handle: () => {} });
    expect(() => manager.mutatingWebhook('/check', { handle: () => [] })).toThrow(
      '/check is used by both the validating webhook and the mutating webhook',
    );
  });
});
