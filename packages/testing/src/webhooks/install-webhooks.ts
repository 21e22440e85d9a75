import type { WebhookConfiguration } from '@opgen/rules/webhooks';
import type { CustomResourceConversion } from '@opgen/rules/definitions';
import type { Transport } from '@opgen/runtime/transport';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import {
  applyManifest,
  isDefinition,
  type Manifest,
  type Manifests,
  manifestsFrom,
} from '../install-manifests.ts';
import { redirectConversion } from './redirect-conversion.ts';
import { untilCalled } from './until-called.ts';
import { redirected } from './webhook-endpoint.ts';

/**
 * Makes an API server call the webhooks that manifests declare at an endpoint outside the cluster: each Service
 * reference is replaced with the endpoint's URL. The same applies to the conversion webhooks of CustomResourceDefinitions
 * that are installed: those that the manifests declare, and those that `definitions` have already. Resolves once the
 * server calls the webhooks.
 */
export async function installWebhooks(
  transport: Transport,
  manifests: Manifests,
  endpoint: WebhookEndpoint,
  definitions: Iterable<string>,
): Promise<void> {
  const all = await manifestsFrom(manifests);
  const configurations = all.filter(isConfiguration).map((each) => withEndpoint(each, endpoint));
  const conversions = new Map<string, CustomResourceConversion | undefined>([
    ...[...definitions].map((name) => [name, undefined] as const),
    ...all.filter(isDefinition).map(({ metadata, spec }) => [metadata.name, spec.conversion] as const),
  ]);
  for (const configuration of configurations) await applyManifest(transport, configuration);
  const kinds = new Set(configurations.map(({ kind }) => kind));
  await Promise.all([
    ...[...kinds].map((kind) => untilCalled(transport, kind)),
    ...[...conversions].map(([name, conversion]) =>
      redirectConversion(transport, name, endpoint, conversion),
    ),
  ]);
}

function isConfiguration(manifest: Manifest): manifest is WebhookConfiguration {
  return (
    manifest.kind === 'MutatingWebhookConfiguration' || manifest.kind === 'ValidatingWebhookConfiguration'
  );
}

function withEndpoint(configuration: WebhookConfiguration, endpoint: WebhookEndpoint): WebhookConfiguration {
  const webhooks = (configuration.webhooks ?? []).map((webhook) => ({
    ...webhook,
    clientConfig: redirected(webhook.clientConfig, endpoint),
  }));
  return { ...configuration, webhooks };
}
