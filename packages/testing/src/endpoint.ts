import { stringify } from 'yaml';

/** Where a running API server is, with administrator credentials. Plain data, so that processes can share it. */
export interface Endpoint {
  url: string;
  /** The certificates to trust, as PEM. */
  ca: string;
  token: string;
}

/** A kubeconfig for a server, with its credentials. Without `ca` it uses plain HTTP. */
export function kubeconfigFor({ url, ca, token }: { url: string; ca?: string; token: string }): string {
  const name = 'opgen';
  const trust = ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, ...trust } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}
