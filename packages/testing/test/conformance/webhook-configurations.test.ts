import { expect, onTestFinished } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';
import { configurationPath } from './support/webhooks.ts';

type Kind = 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration';

const complete = {
  name: 'vmemcached-v1.example.com',
  clientConfig: { service: { name: 'webhook-service', namespace: 'system' } },
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  // A configuration of a test must not match any request.
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'nowhere' } },
};
const rule = {
  apiGroups: ['a.example.com'],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['memcacheds'],
};

async function send(scene: Scene, kind: Kind, ...webhooks: object[]): Promise<Answer> {
  onTestFinished(async () => void (await scene.delete(configurationPath(kind, scene.namespace))));
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const body = { apiVersion, kind, metadata: { name: scene.namespace }, webhooks };
  return scene.send('POST', configurationPath(kind), body);
}

const at = (path: string, problem: string): string => `webhooks[0]${path}: ${problem}`;
const domain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and";

const refusals: [string, object, string][] = [
  [
    'a name of two parts',
    { name: 'a.b' },
    at('.name', 'Invalid value: "a.b": should be a domain with at least three segments separated by dots'),
  ],
  ['no name', { name: '' }, at('.name', 'Required value')],
  [
    'no side effects',
    { sideEffects: undefined },
    at('.sideEffects', 'Required value: must specify one of None, NoneOnDryRun'),
  ],
  [
    'side effects',
    { sideEffects: 'Some' },
    at('.sideEffects', 'Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'),
  ],
  [
    'no version of the review',
    { admissionReviewVersions: [] },
    at('.admissionReviewVersions', 'Required value: must specify one of v1, v1beta1'),
  ],
  [
    'an unknown version of the review',
    { admissionReviewVersions: ['v2'] },
    at('.admissionReviewVersions', 'Invalid value: ["v2"]: must include at least one of v1, v1beta1'),
  ],
  [
    'a version of the review twice',
    { admissionReviewVersions: ['v1', 'v1'] },
    at('.admissionReviewVersions[1]', 'Invalid value: "v1": duplicate version'),
  ],
  [
    'too long a timeout',
    { timeoutSeconds: 31 },
    at('.timeoutSeconds', 'Invalid value: 31: the timeout value must be between 1 and 30 seconds'),
  ],
  [
    'an unknown failure policy',
    { failurePolicy: 'Maybe' },
    at('.failurePolicy', 'Unsupported value: "Maybe": supported values: "Fail", "Ignore"'),
  ],
  [
    'an unknown match policy',
    { matchPolicy: 'Maybe' },
    at('.matchPolicy', 'Unsupported value: "Maybe": supported values: "Equivalent", "Exact"'),
  ],
  [
    'nowhere to call',
    { clientConfig: {} },
    at('.clientConfig', 'Required value: exactly one of url or service is required'),
  ],
  [
    'a URL that is not encrypted',
    { clientConfig: { url: 'http://example.com' } },
    at(
      '.clientConfig.url',
      `Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
    ),
  ],
  [
    'a URL with a query',
    { clientConfig: { url: 'https://example.com/?a=b' } },
    at('.clientConfig.url', 'Invalid value: "a=b": query parameters are not permitted in the URL'),
  ],
  [
    'a path that is none',
    { clientConfig: { service: { name: 'a', namespace: 'b', path: 'cc' } } },
    at('.clientConfig.service.path', `Invalid value: "cc": must start with a '/'`),
  ],
  [
    'a rule without operations',
    { rules: [{ ...rule, operations: [] }] },
    at('.rules[0].operations', 'Required value'),
  ],
  [
    'a rule for an unknown operation',
    { rules: [{ ...rule, operations: ['READ'] }] },
    at(
      '.rules[0].operations[0]',
      'Unsupported value: "READ": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
    ),
  ],
  [
    'a rule for all groups and one more',
    { rules: [{ ...rule, apiGroups: ['*', 'apps'] }] },
    at(
      '.rules[0].apiGroups',
      `Invalid value: ["*","apps"]: if '*' is present, must not specify other API groups`,
    ),
  ],
  [
    'a rule for all versions and one more',
    { rules: [{ ...rule, apiVersions: ['*', 'v1'] }] },
    at(
      '.rules[0].apiVersions',
      `Invalid value: ["*","v1"]: if '*' is present, must not specify other API versions`,
    ),
  ],
  [
    'a rule for all resources and one more',
    { rules: [{ ...rule, resources: ['*', 'pods'] }] },
    at(
      '.rules[0].resources',
      `Invalid value: ["*","pods"]: if '*' is present, must not specify other resources without subresources`,
    ),
  ],
  [
    'a rule for a subresource that it means already',
    { rules: [{ ...rule, resources: ['pods/*', 'pods/status'] }] },
    at(
      '.rules[0].resources[1]',
      `Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
    ),
  ],
  [
    'a rule of an unknown scope',
    { rules: [{ ...rule, scope: 'Everywhere' }] },
    at('.rules[0].scope', 'Unsupported value: "Everywhere": supported values: "*", "Cluster", "Namespaced"'),
  ],
  [
    'a condition that is no expression',
    { matchConditions: [{ name: 'small', expression: 'object.' }] },
    at(
      '.matchConditions[0].expression',
      String.raw`Invalid value: "object.": compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'` +
        '\n | object.\n | .......^',
    ),
  ],
  [
    'a condition about something unknown',
    { matchConditions: [{ name: 'small', expression: 'request.color == "red"' }] },
    at(
      '.matchConditions[0].expression',
      String.raw`Invalid value: "request.color == \"red\"": compilation failed: ERROR: <input>:1:8: undefined field 'color'` +
        '\n | request.color == "red"\n | .......^',
    ),
  ],
  [
    'a condition that is a number',
    { matchConditions: [{ name: 'small', expression: '1 + 1' }] },
    at('.matchConditions[0].expression', 'Invalid value: "1 + 1": must evaluate to bool but got int'),
  ],
  [
    'a condition without a name',
    { matchConditions: [{ name: '', expression: 'true' }] },
    at('.matchConditions[0].name', 'Required value'),
  ],
  [
    'a selector without values',
    { objectSelector: { matchExpressions: [{ key: 'app', operator: 'In' }] } },
    at(
      '.objectSelector.matchExpressions[0].values',
      "Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ),
  ],
  [
    'a selector with an unknown operator',
    { objectSelector: { matchExpressions: [{ key: 'app', operator: 'Is' }] } },
    at('.objectSelector.matchExpressions[0].operator', 'Invalid value: "Is": not a valid selector operator'),
  ],
];

conformance('webhook configurations', (it) => {
  for (const kind of ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] as const) {
    it(`a ${kind} is stored with its defaults`, async (scene) => {
      const answer = await send(scene, kind, { ...complete, rules: [rule] });
      expect(answer.status, answer.text).toBe(201);
      expect((answer.object as unknown as { webhooks: object[] }).webhooks).toEqual([
        {
          ...complete,
          clientConfig: { service: { ...complete.clientConfig.service, port: 443 } },
          rules: [{ ...rule, scope: '*' }],
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          objectSelector: {},
          timeoutSeconds: 10,
          ...(kind === 'MutatingWebhookConfiguration' && { reinvocationPolicy: 'Never' }),
        },
      ]);
      expect(answer.object.metadata.generation).toBe(1);
    });

    for (const [what, change, problem] of refusals) {
      it(`a ${kind} is rejected with ${what}`, async (scene) => {
        const { status, object } = await send(scene, kind, { ...complete, ...change });
        const subject = `${kind}.admissionregistration.k8s.io "${scene.namespace}" is invalid`;
        expect([status, object.message]).toEqual([422, `${subject}: ${problem}`]);
      });
    }
  }

  it('a name with capitals is rejected', async (scene) => {
    const { object } = await send(scene, 'ValidatingWebhookConfiguration', { ...complete, name: 'A.b.c' });
    expect(object.message).toContain(`webhooks[0].name: Invalid value: "A.b.c": ${domain}`);
  });

  it('two webhooks with the same name are rejected', async (scene) => {
    const { object } = await send(scene, 'ValidatingWebhookConfiguration', complete, complete);
    expect(object.message).toContain('webhooks[1].name: Duplicate value: "vmemcached-v1.example.com"');
  });
});
