import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { everyWriteOf, type GivenPolicy, policyName, withPolicies } from './support/policies.ts';
import type { Scene } from './support/scene.ts';

const ofConfigMap = { apiVersion: 'v1', kind: 'ConfigMap' };

/** The causes for which a policy with params denies the creation of a Secret. */
async function denials(scene: Scene, policy: GivenPolicy): Promise<string | undefined> {
  await withPolicies(scene, 'Validating', {
    match: { resourceRules: [everyWriteOf('secrets')] },
    paramKind: ofConfigMap,
    validations: [{ expression: 'false', messageExpression: '"params " + string(params.data.value)' }],
    ...policy,
  });
  const { object } = await scene.post('secrets', { metadata: { name: 'a' } });
  const by = `ValidatingAdmissionPolicy '${policyName(scene, 'policy')}'`;
  return object.message
    ?.replace(`secrets "a" is forbidden: ${by} `, '')
    .replace(`with binding '${policyName(scene, 'bound')}' `, '');
}

async function createParams(scene: Scene, ...names: string[]): Promise<void> {
  for (const name of names)
    await scene.create('configmaps', { metadata: { name, labels: { of: 'params' } }, data: { value: name } });
}

const deny = { parameterNotFoundAction: 'Deny' };

conformance('the params of policies', (it) => {
  it('are found by name in the namespace of the object', async (scene) => {
    await createParams(scene, 'one', 'two');
    const bindings = [{ paramRef: { name: 'two', ...deny } }];
    expect(await denials(scene, { bindings })).toBe('denied request: params two');
  });

  it('are found by name in a given namespace', async (scene) => {
    await createParams(scene, 'one');
    const bindings = [{ paramRef: { name: 'one', namespace: scene.namespace, ...deny } }];
    expect(await denials(scene, { bindings })).toBe('denied request: params one');
  });

  it('are found by a selector, and the policy is evaluated for each', async (scene) => {
    await createParams(scene, 'one', 'two');
    const expression = 'params.data.value == "one"';
    const messageExpression = '"params " + string(params.data.value)';
    const bindings = [{ paramRef: { selector: { matchLabels: { of: 'params' } }, ...deny } }];
    expect(await denials(scene, { bindings, validations: [{ expression, messageExpression }] })).toBe(
      'denied request: params two',
    );
  });

  it('have a type', async (scene) => {
    await createParams(scene, 'one');
    const expression = 'params.kind == "ConfigMap" && params.apiVersion == "v1" && params == null';
    const bindings = [{ paramRef: { name: 'one', ...deny } }];
    expect(await denials(scene, { bindings, validations: [{ expression }] })).toBe(
      `denied request: failed expression: ${expression}`,
    );
  });

  it('can be custom resources', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'one' }, spec: { size: 7 } });
    const paramKind = { apiVersion: `${scene.group}/v1`, kind: 'Widget' };
    const validations = [
      { expression: 'params.spec.size == 8', messageExpression: 'string(params.spec.size)' },
    ];
    const bindings = [{ paramRef: { name: 'one', ...deny } }];
    expect(await denials(scene, { paramKind, validations, bindings })).toBe('denied request: 7');
  });

  it('deny a write if they are missing', async (scene) => {
    const bindings = [{ paramRef: { name: 'none', ...deny } }];
    expect(await denials(scene, { bindings })).toBe(
      'denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    );
  });

  it('allow a write if they are missing and parameterNotFoundAction is Allow', async (scene) => {
    const bindings = [{ paramRef: { name: 'none', parameterNotFoundAction: 'Allow' } }];
    expect(await denials(scene, { bindings })).toBeUndefined();
  });

  it('are null if the binding has none', async (scene) => {
    const validations = [{ expression: 'params != null' }];
    expect(await denials(scene, { validations })).toBe('denied request: failed expression: params != null');
  });

  it('must be of a kind that exists', async (scene) => {
    const paramKind = { apiVersion: 'example.com/v1', kind: 'Nothing' };
    const bindings = [{ paramRef: { name: 'none', ...deny } }];
    expect(await denials(scene, { paramKind, bindings })).toBe(
      "denied request: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Nothing'",
    );
  });

  it('of a kind that does not exist allow a write with failurePolicy Ignore', async (scene) => {
    const paramKind = { apiVersion: 'example.com/v1', kind: 'Nothing' };
    const bindings = [{ paramRef: { name: 'none', ...deny } }];
    expect(await denials(scene, { failurePolicy: 'Ignore', paramKind, bindings })).toBeUndefined();
  });

  it('of a cluster-scoped kind must not have a namespace', async (scene) => {
    const paramKind = { apiVersion: 'v1', kind: 'Namespace' };
    const bindings = [{ paramRef: { name: scene.namespace, namespace: 'default', ...deny } }];
    expect(await denials(scene, { paramKind, bindings })).toBe(
      'denied request: failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    );
  });

  it('can be cluster-scoped', async (scene) => {
    const paramKind = { apiVersion: 'v1', kind: 'Namespace' };
    const bindings = [{ paramRef: { name: scene.namespace, ...deny } }];
    const validations = [{ expression: 'params.metadata.name != request.namespace', message: 'found' }];
    expect(await denials(scene, { paramKind, bindings, validations })).toBe('denied request: found');
  });
});
