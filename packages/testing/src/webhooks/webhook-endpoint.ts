import type { WebhookEndpoint } from '@opgen/runtime/webhook';

/** As much of a webhook's `clientConfig` as tells where it is. */
export interface ClientConfig {
  url?: string;
  service?: { name: string; namespace: string; path?: string; port?: number };
  caBundle?: string;
}

/** The same path at another endpoint. What names a URL of its own stays as it is. */
export function redirected(clientConfig: ClientConfig, endpoint: WebhookEndpoint): ClientConfig {
  const { service } = clientConfig;
  return service === undefined ? clientConfig : at(endpoint, service.path ?? '/');
}

/** A path at an endpoint. */
export function at({ url, caBundle }: WebhookEndpoint, path: string): ClientConfig {
  return { url: new URL(path, url).href, caBundle: Buffer.from(caBundle).toString('base64') };
}
