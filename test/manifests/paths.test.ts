import { expect, test } from 'vitest';
import { Deployment } from '../../packages/runtime/src/kinds/apps/v1.ts';
import { Pod } from '../../packages/runtime/src/kinds/core/v1.ts';
import { Ingress } from '../../packages/runtime/src/kinds/networking/v1.ts';
import { webhookPath } from '../../packages/runtime/src/webhook/webhook-builder.ts';
import { defaultPath } from '../../src/manifests/wanted-webhooks.ts';

/** Two packages derive the path of a webhook: the runtime, which serves it, and opgen, which generates the manifest. */
test.each([
  [Pod, '/mutate--v1-pod', '/validate--v1-pod'],
  [Deployment, '/mutate-apps-v1-deployment', '/validate-apps-v1-deployment'],
  [Ingress, '/mutate-networking-k8s-io-v1-ingress', '/validate-networking-k8s-io-v1-ingress'],
])('the manifest and the server use the same path for $kind', (kind, mutating, validating) => {
  const reference = { ...kind, scope: 'Namespaced', isOwn: false } as const;
  expect([defaultPath(true, reference), webhookPath('mutate', kind)]).toEqual([mutating, mutating]);
  expect([defaultPath(false, reference), webhookPath('validate', kind)]).toEqual([validating, validating]);
});
