import type { WebhookClientConfig } from '@opgen/rules/webhooks';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';

/** The same path at another endpoint. A `clientConfig` with a URL is returned unchanged. */
export function redirected(
  clientConfig: WebhookClientConfig,
  endpoint: WebhookEndpoint,
): WebhookClientConfig {
  const { service } = clientConfig;
  return service === undefined ? clientConfig : at(endpoint, service.path ?? '/');
}

/** The URL of a path at an endpoint. */
export function at({ url, caBundle }: WebhookEndpoint, path: string): WebhookClientConfig {
  return { url: new URL(path, url).href, caBundle: Buffer.from(caBundle).toString('base64') };
}
