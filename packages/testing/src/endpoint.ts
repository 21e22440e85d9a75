import { stringify } from 'yaml';

/** How a running API server is reached as an administrator. Plain data, so that processes can share it. */
export interface Endpoint {
  url: string;
  /** The certificates to trust, PEM. */
  ca: string;
  token: string;
}

/** A kubeconfig file for a server, credentials included. Without `ca` it speaks plain HTTP. */
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
