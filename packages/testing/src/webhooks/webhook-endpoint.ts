import type { WebhookEndpoint } from '@opgen/runtime/webhook';

/** The fields of a webhook's `clientConfig` that say where it is. */
export interface ClientConfig {
  url?: string;
  service?: { name: string; namespace: string; path?: string; port?: number };
  caBundle?: string;
}

/** The same path at another endpoint. A `clientConfig` with a URL is returned unchanged. */
export function redirected(clientConfig: ClientConfig, endpoint: WebhookEndpoint): ClientConfig {
  const { service } = clientConfig;
  return service === undefined ? clientConfig : at(endpoint, service.path ?? '/');
}

/** The URL of a path at an endpoint. */
export function at({ url, caBundle }: WebhookEndpoint, path: string): ClientConfig {
  return { url: new URL(path, url).href, caBundle: Buffer.from(caBundle).toString('base64') };
}
