import type { Transport } from '@opgen/runtime/transport';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import { installManifests, isDefinition, type Manifests } from './install-manifests.ts';
import { installWebhooks } from './webhooks/install-webhooks.ts';

/** Installs manifests and webhooks into a cluster. */
export interface Installer {
  /**
   * Applies manifests from files, folders or objects, and waits until the kinds that they define are served. A folder
   * with a kustomization is rendered as `kubectl apply -k` does; one that does more than list resources needs kubectl.
   */
  install(manifests: Manifests): Promise<void>;
  /**
   * Makes the API server call webhooks that run outside the cluster, such as those of a manager in the same test:
   *
   *     await cluster.installWebhooks('config/webhook/manifests.yaml', manager.webhookEndpoint);
   *
   * It applies the webhook configurations of the manifests and replaces their Service references with the endpoint.
   * Conversion webhooks are redirected in the same way: those of kinds that `install` applied, and those that the
   * manifests declare, such as `config/webhook/conversions.yaml`. Resolves once the server calls all of them. Call it
   * again after you restart the manager.
   */
  installWebhooks(manifests: Manifests, endpoint: WebhookEndpoint | undefined): Promise<void>;
}

/** `onServed` is called with the name of each CustomResourceDefinition once its kind is served. */
export function installer(
  transport: Transport,
  onServed: (definition: string) => Promise<void> = async () => {},
): Installer {
  const definitions = new Set<string>();
  return {
    async install(manifests) {
      const applied = await installManifests(transport, manifests);
      for (const { metadata } of applied.filter(isDefinition)) {
        definitions.add(metadata.name);
        await onServed(metadata.name);
      }
    },
    async installWebhooks(manifests, endpoint) {
      if (endpoint === undefined) throw new Error(noEndpoint);
      await installWebhooks(transport, manifests, endpoint, definitions);
    },
  };
}

const noEndpoint =
  'the manager serves no webhooks: register one, set `webhooks.bindAddress` to another value than 0, and wait until the manager is ready';
