import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import {
  apply,
  everyWriteOf,
  type GivenPolicy,
  jsonPatch,
  policyName,
  withPolicies,
} from './support/policies.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { Answer, StoredObject } from './support/target.ts';

const cache = { metadata: { name: 'cache', labels: { app: 'cache' } }, data: { memory: '64m' } };

/** The answer to the creation of a ConfigMap under policies with these mutations. */
async function answered(scene: Scene, ...policies: GivenPolicy[]): Promise<Answer> {
  await withPolicies(scene, 'Mutating', ...policies);
  return scene.post('configmaps', cache);
}

async function mutated(scene: Scene, ...mutations: object[]): Promise<StoredObject> {
  const answer = await answered(scene, { mutations });
  expect(answer.status, answer.text).toBe(201);
  return answer.object;
}

function expectDenial(scene: Scene, answer: Answer, ...messages: string[]): void {
  const by = `policy '${policyName(scene, 'policy')}' with binding '${policyName(scene, 'bound')}'`;
  const causes = messages.map((message) => ({ message: `${by} denied request: ${message}` }));
  expectRefusal(answer, {
    code: 403,
    reason: 'Invalid',
    message: causes[0]?.message ?? '',
    details: { name: 'cache', kind: 'configmaps', causes },
  });
}

const container = { name: 'main', image: 'nginx:1' };
const deployment = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } },
  },
};

/** The answer to the creation of a Deployment under a policy with these mutations. */
async function deployed(scene: Scene, ...mutations: object[]): Promise<Answer> {
  const match = { resourceRules: [everyWriteOf('deployments', 'Mutating', 'apps')] };
  await withPolicies(scene, 'Mutating', { match, mutations });
  return scene.post('deployments', deployment);
}

/** The fields of containers that the cases change. */
function shown(containers: object[] | undefined): unknown {
  return containers?.map((each) => {
    const { name, image, imagePullPolicy } = each as Record<string, unknown>;
    return { name, image, imagePullPolicy };
  });
}

conformance('mutating policies', (it) => {
  it('merge an apply configuration', async (scene) => {
    const object = await mutated(
      scene,
      apply(`Object{
        metadata: Object.metadata{labels: {"kind": request.kind.kind, "memory": string(object.data.memory)}},
        data: {"size": string(1 + 1)}
      }`),
    );
    expect(object.metadata.labels).toEqual({ app: 'cache', kind: 'ConfigMap', memory: '64m' });
    expect(object.data).toEqual({ memory: '64m', size: '2' });
  });

  it('apply a JSON patch', async (scene) => {
    const object = await mutated(
      scene,
      jsonPatch(`[
        JSONPatch{op: "test", path: "/data/memory", value: "64m"},
        JSONPatch{op: "replace", path: "/data/memory", value: "128m"},
        JSONPatch{op: "add", path: "/metadata/labels/of", value: "cache"},
        JSONPatch{op: "copy", from: "/data/memory", path: "/data/copy"},
        JSONPatch{op: "remove", path: "/metadata/labels/app"}
      ]`),
    );
    expect(object.metadata.labels).toEqual({ of: 'cache' });
    expect(object.data).toEqual({ memory: '128m', copy: '128m' });
  });

  it('add a container and a field of one', async (scene) => {
    const answer = await deployed(
      scene,
      apply(`Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [
        Object.spec.template.spec.containers{name: "proxy", image: "proxy:1"},
        Object.spec.template.spec.containers{name: "main", imagePullPolicy: "Always"}
      ]}}}}`),
      jsonPatch(`[JSONPatch{
        op: "add",
        path: "/spec/template/spec/initContainers",
        value: [{"name": "init", "image": "init:1"}]
      }]`),
    );
    expect(answer.status, answer.text).toBe(201);
    const { spec } = answer.object.spec['template'] as { spec: Record<string, object[]> };
    expect(shown(spec['containers'])).toEqual([
      { name: 'proxy', image: 'proxy:1', imagePullPolicy: 'IfNotPresent' },
      { name: 'main', image: 'nginx:1', imagePullPolicy: 'Always' },
    ]);
    expect(shown(spec['initContainers'])).toEqual([
      { name: 'init', image: 'init:1', imagePullPolicy: 'IfNotPresent' },
    ]);
  });

  it('see the changes of earlier mutations and policies', async (scene) => {
    const count = apply(
      'Object{metadata: Object.metadata{labels: {"count": string(1 + int(object.metadata.?labels["count"].orValue("0")))}}}',
    );
    const answer = await answered(
      scene,
      { id: 'first', mutations: [count, count], bindings: [{ id: 'first' }] },
      { id: 'second', mutations: [count], bindings: [{ id: 'second' }] },
    );
    expect(answer.object.metadata.labels).toEqual({ app: 'cache', count: '3' });
  });

  for (const [reinvocationPolicy, count] of [
    ['Never', 1],
    ['IfNeeded', 2],
  ] as const) {
    it(`run as often as reinvocationPolicy ${reinvocationPolicy} says`, async (scene) => {
      const expression = 'Object{data: {"count": string(1 + int(object.data[?"count"].orValue("0")))}}';
      const answer = await answered(scene, { reinvocationPolicy, mutations: [apply(expression)] });
      expect(answer.object.data).toEqual({ memory: '64m', count: String(count) });
    });
  }

  it('change an update and see the old object', async (scene) => {
    await withPolicies(scene, 'Mutating', {
      matchConditions: [{ name: 'update', expression: 'request.operation == "UPDATE"' }],
      mutations: [apply('Object{data: {"old": oldObject.data.memory}}')],
    });
    expect((await scene.create('configmaps', cache)).data).toEqual({ memory: '64m' });
    const path = scene.path('configmaps', 'cache');
    const answer = await scene.patch('merge', path, { data: { memory: '1m' } });
    expect(answer.object.data).toEqual({ memory: '1m', old: '64m' });
  });

  it('use variables and params', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'params' }, spec: { size: 7 } });
    await withPolicies(scene, 'Mutating', {
      paramKind: { apiVersion: `${scene.group}/v1`, kind: 'Widget' },
      variables: [{ name: 'suffix', expression: 'string(params.spec.size)' }],
      mutations: [apply('Object{data: {"memory": object.data.memory + variables.suffix}}')],
      bindings: [{ paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } }],
    });
    // A real server sees new params a moment later than it stores them.
    const mutatedData = async () => (await scene.post('configmaps', cache, '?dryRun=All')).object.data;
    await expect.poll(mutatedData).toEqual({ memory: '64m7' });
  });

  it('change custom resources', async (scene) => {
    await withPolicies(scene, 'Mutating', {
      match: { resourceRules: [everyWriteOf('widgets', 'Mutating', scene.group)] },
      mutations: [apply('Object{spec: Object.spec{size: object.spec.size + 1}}')],
    });
    await expect
      .poll(
        async () =>
          (await scene.post('widgets', { metadata: { name: 'a' }, spec: { size: 1 } }, '?dryRun=All')).object
            .spec?.['size'],
      )
      .toBe(2);
  });

  it('leave an object as it is if a test of a JSON patch fails', async (scene) => {
    const object = await mutated(
      scene,
      jsonPatch(`[
        JSONPatch{op: "replace", path: "/data/memory", value: "128m"},
        JSONPatch{op: "test", path: "/data/memory", value: "64m"}
      ]`),
    );
    expect(object.data).toEqual({ memory: '64m' });
  });

  it('deny a write if a JSON patch does not apply', async (scene) => {
    const answer = await answered(scene, {
      mutations: [jsonPatch('[JSONPatch{op: "remove", path: "/data/none"}]')],
    });
    expectDenial(
      scene,
      answer,
      "JSON Patch: error in remove for path: '/data/none': Unable to remove nonexistent key: none: missing value",
    );
  });

  it('report every failure', async (scene) => {
    const answer = await answered(scene, {
      mutations: [
        apply('Object{data: {"size": object.spec.size}}'),
        apply('Object{data: {"memory": object.data.memory}}'),
        jsonPatch('[JSONPatch{op: "add", path: "/data/size", value: object.spec.size}]'),
      ],
    });
    expectDenial(
      scene,
      answer,
      `expression 'Object{data: {"size": object.spec.size}}' resulted in error: no such key: spec`,
      `expression '[JSONPatch{op: "add", path: "/data/size", value: object.spec.size}]' resulted in error: no such key: spec`,
    );
  });

  it('ignore failures with failurePolicy Ignore', async (scene) => {
    const answer = await answered(scene, {
      failurePolicy: 'Ignore',
      mutations: [apply('Object{data: {"size": object.spec.size}}'), apply('Object{data: {"other": "yes"}}')],
    });
    expect(answer.object.data, answer.text).toEqual({ memory: '64m', other: 'yes' });
  });

  it('deny an apply configuration with an unknown field', async (scene) => {
    const answer = await answered(scene, {
      mutations: [apply('Object{spec: Object.spec{size: 1}}')],
    });
    expectDenial(
      scene,
      answer,
      'error applying patch: failed to convert patch object to typed object: .spec: field not declared in schema',
    );
  });

  it('deny an apply configuration with parts that are replaced as a whole', async (scene) => {
    const path = 'Object.spec.template.spec.containers';
    const answer = await deployed(
      scene,
      apply(`Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [
        ${path}{name: "main", args: ["a"]}
      ]}}}}`),
    );
    expect(answer.status).toBe(403);
    expect(answer.object.message).toContain(
      'denied request: error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.template.spec.containers[0].args',
    );
  });

  it('deny objects whose type is that of another field', async (scene) => {
    const answer = await answered(scene, { mutations: [apply('Object{metadata: Object.spec{name: "a"}}')] });
    expectDenial(
      scene,
      answer,
      'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type',
    );
  });

  it('deny a write if match conditions fail', async (scene) => {
    const answer = await answered(scene, {
      matchConditions: [{ name: 'first', expression: 'object.spec.size > 1' }],
      mutations: [apply('Object{}')],
    });
    expectDenial(scene, answer, "expression 'object.spec.size > 1' resulted in error: no such key: spec");
  });

  it('do not change the object of a delete', async (scene) => {
    await withPolicies(scene, 'Mutating', {
      match: { resourceRules: [{ ...everyWriteOf('configmaps'), operations: ['*'] }] },
      mutations: [apply('Object{data: {"memory": object.data.memory}}')],
    });
    await scene.create('configmaps', cache);
    expect((await scene.delete(scene.path('configmaps', 'cache'))).status).toBe(200);
  });
});
