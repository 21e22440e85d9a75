import { ValidatingAdmissionPolicy } from '@opgen/runtime/kinds/admissionregistration/v1';
import { parse } from 'yaml';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCluster, type TestCluster } from '../../../src/cluster.ts';
import { definition } from '../../kubectl/manifests.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startCluster({ objects: [parse(definition) as object] });
});
afterEach(() => cluster.stop());

const rule = (apiGroups: string[], apiVersions: string[], resources: string[]) => ({
  apiGroups,
  apiVersions,
  resources,
  operations: ['CREATE', 'UPDATE'],
});

/** The status of a policy after its type check. */
async function checked(spec: Omit<NonNullable<ValidatingAdmissionPolicy['spec']>, 'failurePolicy'>) {
  const { client } = cluster;
  await client.create(ValidatingAdmissionPolicy, { metadata: { name: 'policy' }, spec });
  await cluster.settled();
  return (await client.get(ValidatingAdmissionPolicy, { name: 'policy' })).status;
}

/** A type error as the server prints it. */
function confused(expression: string, place: number, message: string): string {
  return `ERROR: <input>:1:${place}: ${message}\n | ${expression}\n | ${'.'.repeat(place - 1)}^\n`;
}

function both(text: string): string {
  return `apps/v1, Kind=Deployment: ${text}\napps/v1, Kind=ReplicaSet: ${text}`;
}

it('reports nothing for expressions of the right types', async () => {
  const status = await checked({
    matchConstraints: { resourceRules: [rule(['apps'], ['v1'], ['deployments'])] },
    variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
    validations: [
      { expression: 'variables.replicas > 1 && object.spec.template.spec.containers.all(c, c.image != "")' },
      { expression: 'object.metadata.creationTimestamp < timestamp("2036-01-01T00:00:00Z")' },
    ],
  });
  expect(status).toEqual({ observedGeneration: 1, typeChecking: {} });
});

it('reports type errors of each kind', async () => {
  const status = await checked({
    matchConstraints: {
      resourceRules: [rule(['apps'], ['v1'], ['replicasets', 'deployments', 'deployments/scale'])],
    },
    variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
    validations: [
      { expression: 'variables.replicas > "1"', messageExpression: '"got " + object.spec.replicas' },
      { expression: 'object.spec.strategy.type == "Recreate"' },
    ],
  });
  expect(status?.typeChecking?.expressionWarnings).toEqual([
    {
      fieldRef: 'spec.validations[0].expression',
      warning: both(
        confused(
          'variables.replicas > "1"',
          20,
          "found no matching overload for '_>_' applied to '(int, string)'",
        ),
      ),
    },
    {
      fieldRef: 'spec.validations[0].messageExpression',
      warning: both(
        confused(
          '"got " + object.spec.replicas',
          8,
          "found no matching overload for '_+_' applied to '(string, int)'",
        ),
      ),
    },
    {
      fieldRef: 'spec.validations[1].expression',
      warning: `apps/v1, Kind=ReplicaSet: ${confused('object.spec.strategy.type == "Recreate"', 12, "undefined field 'strategy'")}`,
    },
  ]);
});

it('knows the limits of the real type check', async () => {
  const status = await checked({
    matchConstraints: { resourceRules: [rule([''], ['v1'], ['pods'])] },
    validations: [
      { expression: 'object.spec.containers.all(c, c.resources.limits["cpu"] == "1")' },
      { expression: 'object.spec.containers[0].livenessProbe.httpGet.port == 1' },
      { expression: 'authorizer.requestResource.check("get").allowed()' },
    ],
  });
  const warnings = status?.typeChecking?.expressionWarnings ?? [];
  expect(warnings.map(({ warning }) => warning.split('\n')[0])).toEqual([
    "/v1, Kind=Pod: ERROR: <input>:1:42: undefined field 'limits'",
    "/v1, Kind=Pod: ERROR: <input>:1:11: unexpected failed resolution of 'kubernetes.authorization.Authorizer'",
  ]);
});

it('checks custom resources and params, and again when the policy changes', async () => {
  const { client } = cluster;
  const status = await checked({
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConstraints: { resourceRules: [rule(['cache.example.com'], ['v1'], ['memcacheds'])] },
    validations: [{ expression: 'object.spec.size > 1 && params.data["max"] == object.spec.sise' }],
  });
  expect(status?.typeChecking?.expressionWarnings?.[0]?.warning).toContain(
    "cache.example.com/v1, Kind=Memcached: ERROR: <input>:1:58: undefined field 'sise'",
  );
  const policy = await client.get(ValidatingAdmissionPolicy, { name: 'policy' });
  const validations = [{ expression: 'object.spec.size > 1' }];
  await client.update(ValidatingAdmissionPolicy, { ...policy, spec: { ...policy.spec, validations } });
  await cluster.settled();
  expect((await client.get(ValidatingAdmissionPolicy, { name: 'policy' })).status).toEqual({
    observedGeneration: 2,
    typeChecking: {},
  });
});
