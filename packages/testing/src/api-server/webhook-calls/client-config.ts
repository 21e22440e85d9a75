/** Where a webhook is, and whom to trust there. */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly name: string;
    readonly namespace: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** PEM in base64; without it, what Node trusts. */
  readonly caBundle?: string;
}

/** As the server writes down where it calls: a Service has the name that it has in a cluster. */
export function addressOf({ url, service }: ClientConfig): string {
  if (service === undefined) return url ?? '';
  const { name, namespace, path = '', port = 443 } = service;
  return `https://${name}.${namespace}.svc:${port}${path.startsWith('/') || path === '' ? '' : '/'}${path}`;
}
