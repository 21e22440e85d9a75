import type { Transport } from '@opgen/runtime/transport';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import { installManifests, isDefinition, type Manifests } from './install-manifests.ts';
import { installWebhooks } from './webhooks/install-webhooks.ts';

/** Brings manifests into a cluster. */
export interface Installer {
  /** Applies manifests, from files, folders or objects, and waits until the kinds they define are served. */
  install(manifests: Manifests): Promise<void>;
  /**
   * Has the API server call webhooks that run outside the cluster, such as those of a manager in the same test:
   *
   *     await cluster.installWebhooks('config/webhook/manifests.yaml', manager.webhookEndpoint);
   *
   * Of the manifests it takes the webhook configurations, and puts the endpoint in the place of the Services that they
   * name. The conversion webhooks of the kinds that `install` brought are redirected in the same way. Resolves once the
   * server calls them all. A manager that was started anew is installed anew.
   */
  installWebhooks(manifests: Manifests, endpoint: WebhookEndpoint | undefined): Promise<void>;
}

export function installer(transport: Transport): Installer {
  const definitions = new Set<string>();
  return {
    async install(manifests) {
      const applied = await installManifests(transport, manifests);
      for (const { metadata } of applied.filter(isDefinition)) definitions.add(metadata.name);
    },
    async installWebhooks(manifests, endpoint) {
      if (endpoint === undefined) throw new Error(noEndpoint);
      await installWebhooks(transport, manifests, endpoint, definitions);
    },
  };
}

const noEndpoint =
  'the manager serves no webhooks: register one, let `webhooks.bindAddress` be another than 0, and wait until the manager is ready';
