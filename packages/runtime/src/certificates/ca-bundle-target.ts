import type { Client } from '../client/client.ts';
import { jsonPatch, type JsonPatchOperation } from '../client/patch.ts';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../kinds/admissionregistration/v1.ts';
import { CustomResourceDefinition } from '../kinds/apiextensions/v1.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { ServedWebhooks } from './certificate-provider.ts';

/** An object of the cluster that says how the API server reaches webhooks of the operator. */
export interface CaBundleTarget {
  readonly kind: string;
  readonly name: string;
  /** Makes it trust these authorities. */
  injectCaBundle(client: Client, bundle: string): Promise<void>;
}

interface ClientConfig {
  caBundle?: string;
  service?: unknown;
}

/** The objects in which the API server has to find the authorities of an operator of this name. */
export function caBundleTargets(name: string, webhooks: ServedWebhooks): CaBundleTarget[] {
  const { defaulting, validation, conversions } = webhooks;
  return [
    ...(defaulting
      ? [
          caBundleTarget(
            MutatingWebhookConfiguration,
            `${name}-mutating-webhook-configuration`,
            admissionConfigs,
          ),
        ]
      : []),
    ...(validation
      ? [
          caBundleTarget(
            ValidatingWebhookConfiguration,
            `${name}-validating-webhook-configuration`,
            admissionConfigs,
          ),
        ]
      : []),
    ...conversions.map(({ plural, group }) =>
      caBundleTarget(CustomResourceDefinition, `${plural}.${group}`, conversionConfig),
    ),
  ];
}

function caBundleTarget<T extends KubernetesObject>(
  kind: Kind<T>,
  name: string,
  configsOf: (object: T) => Map<string, ClientConfig>,
): CaBundleTarget {
  return {
    kind: kind.kind,
    name,
    async injectCaBundle(client, bundle) {
      const object = await client.find(kind, { name });
      if (object === undefined) throw new Error("not found: apply the operator's manifests");
      const value = Buffer.from(bundle).toString('base64');
      const changes = [...configsOf(object)]
        // Where a URL stands in place of the Service, somebody else sees to it: a test, for instance.
        .filter(([, { service, caBundle }]) => service !== undefined && caBundle !== value)
        .map(([path]): JsonPatchOperation => ({ op: 'add', path: `${path}/caBundle`, value }));
      if (changes.length === 0) return;
      const { resourceVersion } = object.metadata;
      // The places in the list are those of this very version.
      const sameVersion: JsonPatchOperation = {
        op: 'test',
        path: '/metadata/resourceVersion',
        value: resourceVersion,
      };
      await client.patch(kind, { name }, jsonPatch([sameVersion, ...changes]));
    },
  };
}

function admissionConfigs({
  webhooks = [],
}: {
  webhooks?: readonly { clientConfig: ClientConfig }[];
}): Map<string, ClientConfig> {
  return new Map(
    webhooks.map(({ clientConfig }, index) => [`/webhooks/${index}/clientConfig`, clientConfig]),
  );
}

function conversionConfig({ spec }: CustomResourceDefinition): Map<string, ClientConfig> {
  const config = spec.conversion?.webhook?.clientConfig;
  return new Map(config === undefined ? [] : [['/spec/conversion/webhook/clientConfig', config]]);
}
