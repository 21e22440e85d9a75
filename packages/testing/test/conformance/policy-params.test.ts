import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { everyWriteOf, type GivenPolicy, policyName, withPolicies } from './support/policies.ts';
import type { Scene } from './support/scene.ts';

/**
 * Expects that a policy with params denies the creation of a Secret with this message. A real server sees new params a
 * moment later than it stores them. ConfigMaps cannot be params here: once the last policy with them is deleted, a real
 * server stops watching them for good.
 */
async function expectDenial(scene: Scene, policy: GivenPolicy, message: string | undefined): Promise<void> {
  await withPolicies(scene, 'Validating', {
    match: { resourceRules: [everyWriteOf('secrets')] },
    paramKind: widget(scene),
    validations: [{ expression: 'false', messageExpression }],
    ...policy,
  });
  const by = `ValidatingAdmissionPolicy '${policyName(scene, 'policy')}'`;
  const denial = async (): Promise<string | undefined> => {
    const { object } = await scene.post('secrets', { metadata: { name: 'a' } }, '?dryRun=All');
    return object.message
      ?.replace(`secrets "a" is forbidden: ${by} `, '')
      .replace(`with binding '${policyName(scene, 'bound')}' `, '');
  };
  await expect.poll(denial).toBe(message);
}

/** Creates Widgets whose sizes are 1, 2 and so on. */
async function createParams(scene: Scene, ...names: string[]): Promise<void> {
  for (const [index, name] of names.entries())
    await scene.create('widgets', {
      metadata: { name, labels: { of: 'params' } },
      spec: { size: index + 1 },
    });
}

function widget({ group }: Scene): { apiVersion: string; kind: string } {
  return { apiVersion: `${group}/v1`, kind: 'Widget' };
}

const messageExpression = '"params " + string(params.spec.size)';
const deny = { parameterNotFoundAction: 'Deny' };

conformance('the params of policies', (it) => {
  it('are found by name in the namespace of the object', async (scene) => {
    await createParams(scene, 'one', 'two');
    const bindings = [{ paramRef: { name: 'two', ...deny } }];
    await expectDenial(scene, { bindings }, 'denied request: params 2');
  });

  it('are found by name in a given namespace', async (scene) => {
    await createParams(scene, 'one');
    const bindings = [{ paramRef: { name: 'one', namespace: scene.namespace, ...deny } }];
    await expectDenial(scene, { bindings }, 'denied request: params 1');
  });

  it('are found by a selector, and the policy is evaluated for each', async (scene) => {
    await createParams(scene, 'one', 'two');
    const expression = 'params.spec.size == 1';
    const bindings = [{ paramRef: { selector: { matchLabels: { of: 'params' } }, ...deny } }];
    await expectDenial(
      scene,
      { bindings, validations: [{ expression, messageExpression }] },
      'denied request: params 2',
    );
  });

  it('have a type', async (scene) => {
    await createParams(scene, 'one');
    const expression = `params.kind == "Widget" && params.apiVersion == "${scene.group}/v1" && params == null`;
    const bindings = [{ paramRef: { name: 'one', ...deny } }];
    await expectDenial(
      scene,
      { bindings, validations: [{ expression }] },
      `denied request: failed expression: ${expression}`,
    );
  });

  it('deny a write if they are missing', async (scene) => {
    const bindings = [{ paramRef: { name: 'none', ...deny } }];
    await expectDenial(
      scene,
      { bindings },
      'denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    );
  });

  it('allow a write if they are missing and parameterNotFoundAction is Allow', async (scene) => {
    const bindings = [{ paramRef: { name: 'none', parameterNotFoundAction: 'Allow' } }];
    await expectDenial(scene, { bindings }, undefined);
  });

  it('are null if the binding has none', async (scene) => {
    const validations = [{ expression: 'params != null' }];
    await expectDenial(scene, { validations }, 'denied request: failed expression: params != null');
  });

  it('must be of a kind that exists', async (scene) => {
    const paramKind = { apiVersion: 'example.com/v1', kind: 'Nothing' };
    const bindings = [{ paramRef: { name: 'none', ...deny } }];
    await expectDenial(
      scene,
      { paramKind, bindings },
      "denied request: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Nothing'",
    );
  });

  it('of a kind that does not exist allow a write with failurePolicy Ignore', async (scene) => {
    const paramKind = { apiVersion: 'example.com/v1', kind: 'Nothing' };
    const bindings = [{ paramRef: { name: 'none', ...deny } }];
    await expectDenial(scene, { failurePolicy: 'Ignore', paramKind, bindings }, undefined);
  });

  it('of a cluster-scoped kind must not have a namespace', async (scene) => {
    const paramKind = { apiVersion: 'v1', kind: 'Namespace' };
    const bindings = [{ paramRef: { name: scene.namespace, namespace: 'default', ...deny } }];
    await expectDenial(
      scene,
      { paramKind, bindings },
      'denied request: failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    );
  });

  it('can be cluster-scoped', async (scene) => {
    const paramKind = { apiVersion: 'v1', kind: 'Namespace' };
    const bindings = [{ paramRef: { name: scene.namespace, ...deny } }];
    const validations = [{ expression: 'params.metadata.name != request.namespace', message: 'found' }];
    await expectDenial(scene, { paramKind, bindings, validations }, 'denied request: found');
  });
});
