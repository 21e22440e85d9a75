import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { everyWriteOf, type GivenPolicy, policyName, policyPath, withPolicies } from './support/policies.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';

const cache = { metadata: { name: 'cache', labels: { app: 'cache' } }, data: { memory: '64m' } };

/** The answer to the creation of a ConfigMap under a policy with these validations. */
async function created(scene: Scene, policy: GivenPolicy, object: object = cache): Promise<Answer> {
  await withPolicies(scene, 'Validating', policy);
  return scene.post('configmaps', object);
}

/** Expects that the policy of the case denies the creation of `cache`. */
function expectDenial(
  scene: Scene,
  answer: Answer,
  message: string,
  { code = 422, reason = 'Invalid', policy = 'policy', binding = 'bound' } = {},
): void {
  const by = `'${policyName(scene, policy)}'${binding === '' ? '' : ` with binding '${policyName(scene, binding)}'`}`;
  const cause = `ValidatingAdmissionPolicy ${by} denied request: ${message}`;
  expectRefusal(answer, {
    code,
    reason,
    message: `configmaps "cache" is forbidden: ${cause}`,
    details: { name: 'cache', kind: 'configmaps', causes: [{ message: cause }] },
  });
}

const admitted: [string, boolean][] = [
  ['object.data.memory == "64m"', true],
  ['object.data.memory == "128m"', false],
  ['oldObject == null', true],
  ['request.operation == "CREATE" && request.resource.resource == "configmaps"', true],
  ['request.name == "cache" && request.namespace == object.metadata.namespace', true],
  ['object.metadata.uid != ""', true],
  ['namespaceObject.metadata.name == request.namespace', true],
  ['namespaceObject.metadata.labels["kubernetes.io/metadata.name"] == namespaceObject.metadata.name', true],
  ['has(namespaceObject.metadata.UID)', false],
  ['namespaceObject.status.phase == "Active" && "kubernetes" in namespaceObject.spec.finalizers', true],
  ['authorizer.group("").resource("pods").namespace("default").check("delete").allowed()', true],
  ['authorizer.requestResource.check("impossible").allowed()', true],
  ['authorizer.requestResource.check("create").reason() == ""', true],
  ['authorizer.path("/healthz").check("get").allowed()', true],
  [
    'authorizer.serviceAccount("default", "nobody").group("").resource("secrets").check("get").allowed()',
    false,
  ],
  ['authorizer.serviceAccount("default", "nobody").path("/healthz").check("get").errored()', false],
  ['type(object) == map', true],
];

/** Autoscalers in another version than the one that the case creates. */
function ofAutoscalers(matchPolicy: string): object {
  const rule = everyWriteOf('horizontalpodautoscalers', 'Validating', 'autoscaling');
  return { matchPolicy, resourceRules: [{ ...rule, apiVersions: ['v1'] }] };
}

conformance('validating policies', (it) => {
  it('evaluate expressions about the request', async (scene) => {
    await withPolicies(
      scene,
      'Validating',
      ...admitted.map(([expression], i) => ({
        id: `policy-${i}`,
        match: { resourceRules: [{ ...everyWriteOf('configmaps'), resourceNames: ['cache'] }] },
        validations: [{ expression, message: `not ${i}` }],
        bindings: [{ id: `bound-${i}`, validationActions: ['Warn'] }],
      })),
    );
    const answer = await scene.post('configmaps', cache);
    expect(answer.status).toBe(201);
    const warned = [...(answer.headers['warning'] ?? '').matchAll(/: not (\d+)"/g)].map(
      ([, i]) => admitted[Number(i)]?.[0],
    );
    const refuted = admitted.flatMap(([expression, holds]) => (holds ? [] : [expression]));
    expect(warned.toSorted()).toEqual(refuted.toSorted());
  });

  it('deny a write with the expression', async (scene) => {
    const answer = await created(scene, { validations: [{ expression: ' object.data.memory == "1m" ' }] });
    expectDenial(scene, answer, 'failed expression: object.data.memory == "1m"');
  });

  it('deny a write with a message, a reason and its code', async (scene) => {
    const answer = await created(scene, {
      validations: [{ expression: 'false', message: ' too small ', reason: 'Forbidden' }],
    });
    expectDenial(scene, answer, 'too small', { code: 403, reason: 'Forbidden' });
  });

  it('deny a write as too large', async (scene) => {
    const answer = await created(scene, {
      validations: [{ expression: 'false', message: 'big', reason: 'RequestEntityTooLarge' }],
    });
    expectDenial(scene, answer, 'big', { code: 413, reason: 'RequestEntityTooLarge' });
  });

  it('deny a write with the result of a messageExpression', async (scene) => {
    const answer = await created(scene, {
      validations: [
        { expression: 'false', message: 'unused', messageExpression: '"memory is " + object.data.memory' },
      ],
    });
    expectDenial(scene, answer, 'memory is 64m');
  });

  const unusable = [
    ['fails', 'string(object.spec.size)'],
    ['is empty', '"  "'],
    ['has several lines', String.raw`"a\nb"`],
    ['is too long', 'lists.range(6000).map(i, "x").join()'],
  ] as const;
  for (const [what, messageExpression] of unusable) {
    it(`use the message if a messageExpression ${what}`, async (scene) => {
      const answer = await created(scene, {
        validations: [{ expression: 'false', message: 'denied', messageExpression }],
      });
      expectDenial(scene, answer, 'denied');
    });
  }

  it('deny a write if an expression fails', async (scene) => {
    const answer = await created(scene, { validations: [{ expression: 'object.spec.size > 1' }] });
    expectDenial(scene, answer, "expression 'object.spec.size > 1' resulted in error: no such key: spec");
  });

  it('ignore a failing expression with failurePolicy Ignore', async (scene) => {
    const answer = await created(scene, {
      failurePolicy: 'Ignore',
      validations: [{ expression: 'object.spec.size > 1' }],
    });
    expect(answer.status).toBe(201);
  });

  it('deny a write with failurePolicy Ignore', async (scene) => {
    const answer = await created(scene, {
      failurePolicy: 'Ignore',
      validations: [{ expression: 'false' }],
    });
    expectDenial(scene, answer, 'failed expression: false');
  });

  it('have variables that refer to earlier ones', async (scene) => {
    const answer = await created(scene, {
      variables: [
        { name: 'data', expression: 'object.data' },
        { name: 'memory', expression: 'variables.data.memory' },
        { name: 'unused', expression: 'object.spec.size' },
      ],
      validations: [
        { expression: 'variables.memory == "1m"', messageExpression: 'string(variables.memory)' },
      ],
    });
    expectDenial(scene, answer, '64m');
  });

  it('report a variable that fails', async (scene) => {
    const answer = await created(scene, {
      variables: [{ name: 'size', expression: 'object.spec.size' }],
      validations: [{ expression: 'variables.size > 1' }],
    });
    expectDenial(
      scene,
      answer,
      `expression 'variables.size > 1' resulted in error: composited variable "size" fails to evaluate: no such key: spec`,
    );
  });

  it('know the types of variables', async (scene) => {
    const answer = await created(scene, {
      variables: [
        { name: 'names', expression: '["a", "b"]' },
        { name: 'sizes', expression: '{"a": 1}' },
        { name: 'now', expression: 'timestamp("2026-01-01T00:00:00Z")' },
      ],
      validations: [
        { expression: 'variables.names.join("") == "ab" && variables.sizes["a"] + 1 == 2' },
        { expression: 'variables.now.getFullYear() == 2025' },
      ],
    });
    expectDenial(scene, answer, 'failed expression: variables.now.getFullYear() == 2025');
  });

  it('apply only if all match conditions are true', async (scene) => {
    await withPolicies(scene, 'Validating', {
      matchConditions: [
        { name: 'of-caches', expression: 'object.metadata.name.startsWith("cache")' },
        { name: 'small', expression: 'object.data.memory == "64m"' },
      ],
      validations: [{ expression: 'false' }],
    });
    expect((await scene.post('configmaps', { ...cache, data: { memory: '1m' } })).status).toBe(201);
    await scene.delete(scene.path('configmaps', 'cache'));
    expectDenial(scene, await scene.post('configmaps', cache), 'failed expression: false');
  });

  it('deny a write if match conditions fail', async (scene) => {
    const answer = await created(scene, {
      matchConditions: [
        { name: 'first', expression: 'object.spec.size > 1' },
        { name: 'second', expression: 'object.data.size > 1' },
      ],
      validations: [{ expression: 'true' }],
    });
    const failures = [
      "expression 'object.spec.size > 1' resulted in error: no such key: spec",
      "expression 'object.data.size > 1' resulted in error: no such key: size",
    ];
    expectDenial(scene, answer, `[${failures.join(', ')}]`);
  });

  it('do not apply if match conditions fail and failurePolicy is Ignore', async (scene) => {
    const answer = await created(scene, {
      failurePolicy: 'Ignore',
      matchConditions: [{ name: 'first', expression: 'object.spec.size > 1' }],
      validations: [{ expression: 'false' }],
    });
    expect(answer.status).toBe(201);
  });

  it('do not apply without a binding', async (scene) => {
    const answer = await created(scene, { validations: [{ expression: 'false' }], bindings: [] });
    expect(answer.status).toBe(201);
  });

  it('apply where a binding matches', async (scene) => {
    await withPolicies(scene, 'Validating', {
      validations: [{ expression: 'false' }],
      bindings: [{ matchResources: { objectSelector: { matchLabels: { app: 'cache' } } } }],
    });
    expect((await scene.post('configmaps', { metadata: { name: 'other' } })).status).toBe(201);
    expectDenial(scene, await scene.post('configmaps', cache), 'failed expression: false');
  });

  it('exclude resources and match names', async (scene) => {
    await withPolicies(scene, 'Validating', {
      match: {
        resourceRules: [{ ...everyWriteOf('configmaps'), resourceNames: ['cache', 'other'] }],
        excludeResourceRules: [{ ...everyWriteOf('configmaps'), resourceNames: ['other'] }],
      },
      validations: [{ expression: 'false' }],
    });
    expect((await scene.post('configmaps', { metadata: { name: 'other' } })).status).toBe(201);
    expect((await scene.post('configmaps', { metadata: { name: 'third' } })).status).toBe(201);
    expectDenial(scene, await scene.post('configmaps', cache), 'failed expression: false');
  });

  it('match other versions of a resource', async (scene) => {
    await withPolicies(
      scene,
      'Validating',
      {
        match: ofAutoscalers('Equivalent'),
        validations: [
          {
            expression: 'request.kind.version == "v2"',
            messageExpression: 'object.apiVersion + request.requestKind.version',
          },
        ],
        bindings: [{ validationActions: ['Warn'] }],
      },
      {
        id: 'exact',
        match: ofAutoscalers('Exact'),
        validations: [{ expression: 'false' }],
        bindings: [{ id: 'exact' }],
      },
    );
    const path = `/apis/autoscaling/v2/namespaces/${scene.namespace}/horizontalpodautoscalers`;
    const answer = await scene.send('POST', path, {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' } },
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers['warning']).toContain(': autoscaling/v1v2"');
  });

  it('see the old object of an update and only that of a delete', async (scene) => {
    await withPolicies(scene, 'Validating', {
      validations: [
        {
          expression: 'request.operation == "CREATE"',
          messageExpression:
            'request.operation + " " + (object == null ? "none" : object.data.memory) + " " + oldObject.data.memory',
        },
      ],
    });
    await scene.create('configmaps', cache);
    const path = scene.path('configmaps', 'cache');
    expectDenial(scene, await scene.patch('merge', path, { data: { memory: '1m' } }), 'UPDATE 1m 64m');
    expectDenial(scene, await scene.delete(path), 'DELETE none 64m');
  });

  it('warn', async (scene) => {
    const answer = await created(scene, {
      validations: [{ expression: 'false', message: 'too small' }],
      bindings: [{ validationActions: ['Warn', 'Audit'] }],
    });
    expect(answer.status).toBe(201);
    const by = `'${policyName(scene, 'policy')}' with binding '${policyName(scene, 'bound')}'`;
    expect(answer.headers['warning']).toBe(
      `299 - "Validation failed for ValidatingAdmissionPolicy ${by}: too small"`,
    );
  });

  it('only audit', async (scene) => {
    const answer = await created(scene, {
      validations: [{ expression: 'false' }],
      bindings: [{ validationActions: ['Audit'] }],
    });
    expect(answer.status).toBe(201);
    expect(answer.headers).not.toHaveProperty('warning');
  });

  it('deny a write if an audit annotation fails', async (scene) => {
    const answer = await created(scene, {
      auditAnnotations: [{ key: 'size', valueExpression: 'string(object.spec.size)' }],
      bindings: [{ validationActions: ['Warn'] }],
    });
    expectDenial(scene, answer, "expression 'string(object.spec.size)' resulted in error: no such key: spec");
  });

  it('admit a write if an audit annotation is null', async (scene) => {
    const answer = await created(scene, {
      auditAnnotations: [{ key: 'size', valueExpression: 'null' }],
    });
    expect(answer.status).toBe(201);
  });

  it('limit the cost of an expression', async (scene) => {
    const expression = 'lists.range(1000).all(a, lists.range(1000).all(b, a + b >= 0))';
    const answer = await created(scene, { validations: [{ expression }] });
    const failure = 'operation cancelled: actual cost limit exceeded';
    expectDenial(scene, answer, `expression '${expression}' resulted in error: ${failure}`);
  });

  it('limit the cost of all expressions', async (scene) => {
    const expression = 'lists.range(400).all(a, lists.range(400).all(b, a + b >= 0))';
    const answer = await created(scene, {
      validations: Array.from({ length: 20 }, () => ({ expression })),
    });
    expectDenial(
      scene,
      answer,
      'validation failed due to running out of cost budget, no further validation rules will be run',
    );
  });

  it('allow two authorization checks in an expression', async (scene) => {
    const check = 'authorizer.path("/healthz").check("get").allowed()';
    const answer = await created(scene, {
      validations: [
        { expression: [check, check].join(' && ') },
        { expression: [check, check, check].join(' && ') },
      ],
    });
    const failure = 'operation cancelled: actual cost limit exceeded';
    expectDenial(
      scene,
      answer,
      `expression '${[check, check, check].join(' && ')}' resulted in error: ${failure}`,
    );
  });

  it('do not apply to policies', async (scene) => {
    await withPolicies(scene, 'Validating', {
      match: {
        namespaceSelector: {},
        objectSelector: { matchLabels: { of: scene.namespace } },
        resourceRules: [everyWriteOf('*', 'Validating', '*')],
      },
      validations: [{ expression: 'false' }],
    });
    const labels = { of: scene.namespace };
    expectDenial(
      scene,
      await scene.post('configmaps', { metadata: { name: 'cache', labels } }),
      'failed expression: false',
    );
    const answer = await scene.patch('merge', policyPath(scene, 'Validating', 'policy'), {
      metadata: { labels },
    });
    expect(answer.status, answer.text).toBe(200);
  });

  it('do not see the namespace of a Namespace', async (scene) => {
    await withPolicies(scene, 'Validating', {
      match: { resourceRules: [everyWriteOf('namespaces')] },
      validations: [{ expression: 'namespaceObject == null && request.namespace == request.name' }],
    });
    const path = `/api/v1/namespaces/${scene.namespace}`;
    const answer = await scene.patch('merge', path, { metadata: { labels: { changed: 'yes' } } });
    expect(answer.status, answer.text).toBe(200);
  });
});
