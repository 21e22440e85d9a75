import { onTestFinished } from 'vitest';
import { installWebhooks } from '../../../src/webhooks/install-webhooks.ts';
import type { ConfigurationKind } from '../../../src/webhooks/until-called.ts';
import { startWebhookServer, type WebhookServer } from '../../support/webhook-server.ts';
import type { Scene } from './scene.ts';

/** A webhook of a case; missing fields get defaults. It matches only the namespace of the case. */
export interface GivenWebhook {
  /** Of the webhook's name, and of its path: `/<id>`. */
  id: string;
  rules?: object[];
  [field: string]: unknown;
}

export interface CaseWebhooks {
  mutating?: GivenWebhook[];
  validating?: GivenWebhook[];
}

/** Has the server ask webhooks of this case, and only this case. Resolves once it does. */
export async function withWebhooks(scene: Scene, given: CaseWebhooks): Promise<WebhookServer> {
  const server = await startWebhookServer();
  await installFor(scene, given, server);
  return server;
}

export async function installFor(
  scene: Scene,
  { mutating = [], validating = [] }: CaseWebhooks,
  server: WebhookServer,
): Promise<void> {
  const configurations = [
    ...(mutating.length > 0 ? [configuration(scene, 'MutatingWebhookConfiguration', mutating)] : []),
    ...(validating.length > 0 ? [configuration(scene, 'ValidatingWebhookConfiguration', validating)] : []),
  ];
  onTestFinished(async () => {
    for (const { kind } of configurations) await scene.delete(configurationPath(kind, scene.namespace));
  });
  await installWebhooks(scene.transport, configurations, server, []);
}

export function configurationPath(kind: ConfigurationKind, name?: string): string {
  const collection = `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}s`;
  return name === undefined ? collection : `${collection}/${name}`;
}

/** The name of a webhook of a case. */
export function webhookName(scene: Scene, id: string): string {
  return `${id}.${scene.namespace}.example.com`;
}

/** Every write of a resource. */
export function writesOf(resource: string, group = '', version = 'v1'): object {
  return { apiGroups: [group], apiVersions: [version], operations: ['*'], resources: [resource] };
}

function configuration(
  scene: Scene,
  kind: ConfigurationKind,
  webhooks: readonly GivenWebhook[],
): { kind: ConfigurationKind; [field: string]: unknown } {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: scene.namespace },
    webhooks: webhooks.map(({ id, ...webhook }) => ({
      name: webhookName(scene, id),
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: `/${id}` } },
      rules: [writesOf('configmaps')],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': scene.namespace } },
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      ...webhook,
    })),
  };
}
