import type { WebhookClientConfig } from '@opgen/rules/webhooks';

/** The URL of a webhook as error messages print it: a Service has its name in the cluster. */
export function addressOf({ url, service }: WebhookClientConfig): string {
  if (service === undefined) return url ?? '';
  const { name, namespace, path = '', port = 443 } = service;
  return `https://${name}.${namespace}.svc:${port}${path.startsWith('/') || path === '' ? '' : '/'}${path}`;
}
