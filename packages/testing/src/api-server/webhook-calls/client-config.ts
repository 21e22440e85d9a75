import type { ClientConfig } from '@opgen/rules/webhooks';

/** As the server writes down where it calls: a Service has the name that it has in a cluster. */
export function addressOf({ url, service }: ClientConfig): string {
  if (service === undefined) return url ?? '';
  const { name, namespace, path = '', port = 443 } = service;
  return `https://${name}.${namespace}.svc:${port}${path.startsWith('/') || path === '' ? '' : '/'}${path}`;
}
