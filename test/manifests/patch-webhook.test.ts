import { describe, expect, test } from 'vitest';
import type { Json } from '@opgen/rules/json';
import { patchedWebhook } from '../../src/manifests/patch-webhook.ts';

const webhook = {
  name: 'vpod-v1.core.k8s.io',
  admissionReviewVersions: ['v1'],
  clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/validate--v1-pod' } },
  failurePolicy: 'Fail',
  matchConditions: [
    { name: 'a', expression: 'true' },
    { name: 'b', expression: 'true' },
  ],
  namespaceSelector: { matchLabels: { team: 'web', tier: 'cache' } },
  rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
  sideEffects: 'None',
};

describe('a patch', () => {
  test.each<[string, Json, object]>([
    ['sets a field', { timeoutSeconds: 5 }, { timeoutSeconds: 5 }],
    ['removes a field', { failurePolicy: null }, { failurePolicy: undefined }],
    [
      'changes a nested field',
      { clientConfig: { service: { port: 8443 } } },
      { clientConfig: { service: { ...webhook.clientConfig.service, port: 8443 } } },
    ],
    [
      'adds a label and removes another',
      { namespaceSelector: { matchLabels: { env: 'test', tier: null } } },
      { namespaceSelector: { matchLabels: { team: 'web', env: 'test' } } },
    ],
    [
      'merges conditions by name',
      {
        matchConditions: [
          { name: 'b', expression: 'false' },
          { name: 'c', expression: 'true' },
        ],
      },
      {
        matchConditions: [
          { name: 'a', expression: 'true' },
          { name: 'b', expression: 'false' },
          { name: 'c', expression: 'true' },
        ],
      },
    ],
    [
      'replaces other lists as a whole',
      { admissionReviewVersions: ['v1', 'v1beta1'] },
      { admissionReviewVersions: ['v1', 'v1beta1'] },
    ],
  ])('%s', (_, patch, changed) => {
    expect(patchedWebhook(webhook, patch)).toEqual({ ...webhook, ...changed });
  });

  test.each<[Json, string]>([
    [5, 'a patch must be an object'],
    [{ timeout: 5 }, "a webhook has no field 'timeout'"],
    [{ toString: 'a' }, "a webhook has no field 'toString'"],
    [{ timeoutSeconds: '5' }, 'timeoutSeconds must be an integer, not "5"'],
    [{ rules: 'pods' }, 'rules must be a list, not "pods"'],
    [{ rules: [null] }, 'an item of rules must be an object, not null'],
    [{ rules: [{ verbs: ['create'] }] }, "an item of rules has no field 'verbs'"],
    [{ rules: [{ apiGroups: [''] }] }, 'a rule requires apiVersions'],
    [{ rules: null }, 'a webhook requires rules'],
    [{ clientConfig: [] }, 'clientConfig must be an object, not []'],
    [{ objectSelector: { matchLabels: { a: 1 } } }, 'matchLabels must be a map of strings, not {"a":1}'],
    [{ admissionReviewVersions: 'v1' }, 'admissionReviewVersions must be a list of strings, not "v1"'],
  ])('%j is refused', (patch, message) => {
    expect(() => patchedWebhook(webhook, patch)).toThrow(message);
  });
});
