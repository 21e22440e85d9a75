import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import { withWebhooks } from './support/webhooks.ts';

const cache = { metadata: { name: 'cache', labels: { app: 'cache' } }, data: { memory: '64m' } };

/** Whether a webhook with these conditions is called for the creation of a ConfigMap. */
async function isAsked(scene: Scene, expressions: readonly string[], more: object = {}): Promise<boolean> {
  const webhooks = await withWebhooks(scene, {
    mutating: [{ id: 'first', matchConditions: conditions(expressions), ...more }],
  });
  webhooks.admit('/first', () => ({ allowed: true }));
  await scene.create('configmaps', cache);
  return webhooks.calls.length > 0;
}

function conditions(expressions: readonly string[]): object[] {
  return expressions.map((expression, i) => ({ name: `condition-${i}`, expression }));
}

const cases: [string, boolean][] = [
  ['object.data.memory == "64m"', true],
  ['object.data.memory == "128m"', false],
  ['oldObject == null', true],
  ['has(object.metadata.labels) && object.metadata.labels["app"].startsWith("ca")', true],
  ['request.operation in ["UPDATE", "DELETE"]', false],
  ['request.resource.resource == "configmaps" && request.kind.kind == "ConfigMap"', true],
  ['!("system:nodes" in request.userInfo.groups)', true],
  ['request.dryRun', false],
  ['has(request.subResource)', false],
  ['object.data.exists(key, key == "memory")', true],
];

conformance('match conditions', (it) => {
  for (const [expression, expected] of cases) {
    it(`${expression} is ${expected}`, async (scene) => {
      expect(await isAsked(scene, [expression])).toBe(expected);
    });
  }

  it('all conditions must be true', async (scene) => {
    expect(await isAsked(scene, ['true', 'object.data.memory == "128m"'])).toBe(false);
  });

  it('a false condition takes precedence over one that fails to evaluate', async (scene) => {
    expect(await isAsked(scene, ['object.spec.size > 1', 'false'])).toBe(false);
  });

  it('a condition that fails to evaluate skips a webhook with failurePolicy Ignore', async (scene) => {
    expect(await isAsked(scene, ['object.spec.size > 1'], { failurePolicy: 'Ignore' })).toBe(false);
  });

  it('a condition that fails to evaluate fails the request', async (scene) => {
    await withWebhooks(scene, {
      validating: [{ id: 'first', matchConditions: conditions(['object.spec.size > 1']) }],
    });
    const cause = "expression 'object.spec.size > 1' resulted in error: no such key: spec";
    expectRefusal(await scene.post('configmaps', cache), {
      code: 403,
      reason: 'Forbidden',
      message: `configmaps "cache" is forbidden: ${cause}`,
      details: { name: 'cache', kind: 'configmaps' },
    });
  });
});
