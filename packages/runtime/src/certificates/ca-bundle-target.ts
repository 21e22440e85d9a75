import type { WebhookClientConfig } from '@opgen/rules/webhooks';
import type { Client } from '../client/client.ts';
import { jsonPatch, type JsonPatchOperation } from '../client/patch.ts';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../kinds/admissionregistration/v1.ts';
import { CustomResourceDefinition } from '../kinds/apiextensions/v1.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { ServedWebhooks } from './certificate-provider.ts';

/** A cluster object that configures webhooks of the operator and contains their CA bundle. */
export interface CaBundleTarget {
  readonly kind: string;
  readonly name: string;
  /** Writes the CA bundle into the object. */
  injectCaBundle(client: Client, bundle: string): Promise<void>;
}

/** The objects that need the CA bundle of the operator with this name. */
export function caBundleTargets(
  { name, namespace }: { name: string; namespace: string },
  webhooks: ServedWebhooks,
): CaBundleTarget[] {
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
      caBundleTarget(CustomResourceDefinition, `${plural}.${group}`, (definition) =>
        conversionConfig(definition, `${namespace}/${name}-webhook-service`),
      ),
    ),
  ];
}

function caBundleTarget<T extends KubernetesObject>(
  kind: Kind<T>,
  name: string,
  configsOf: (object: DeepReadonly<T>) => Map<string, WebhookClientConfig>,
): CaBundleTarget {
  return {
    kind: kind.kind,
    name,
    async injectCaBundle(client, bundle) {
      const object = await client.find(kind, { name });
      if (object === undefined) throw new Error("not found: apply the operator's manifests");
      const value = Buffer.from(bundle).toString('base64');
      const changes = [...configsOf(object)]
        // A client config with a URL instead of a Service is not ours, but for instance a test's.
        .filter(([, { service, caBundle }]) => service !== undefined && caBundle !== value)
        .map(([path]): JsonPatchOperation => ({ op: 'add', path: `${path}/caBundle`, value }));
      if (changes.length === 0) return;
      const { resourceVersion } = object.metadata;
      // The indexes in the paths are valid for this resource version only.
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
  webhooks?: readonly { clientConfig: WebhookClientConfig }[];
}): Map<string, WebhookClientConfig> {
  return new Map(
    webhooks.map(({ clientConfig }, index) => [`/webhooks/${index}/clientConfig`, clientConfig]),
  );
}

/** Throws if the API server does not call this operator to convert the kind. */
function conversionConfig(
  { spec: { conversion } }: CustomResourceDefinition,
  expected: string,
): Map<string, WebhookClientConfig> {
  const config = conversion?.webhook?.clientConfig;
  if (conversion?.strategy !== 'Webhook' || config === undefined)
    throw new Error(
      `no conversion webhook, so versions are not converted: apply config/default of the operator`,
    );
  const { service } = config;
  const actual = `${service?.namespace}/${service?.name}`;
  if (service !== undefined && actual !== expected)
    throw new Error(
      `its conversion webhook is the Service ${actual}, not ${expected}: apply config/default of the operator`,
    );
  return new Map([['/spec/conversion/webhook/clientConfig', config]]);
}
