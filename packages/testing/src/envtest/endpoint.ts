import { stringify } from 'yaml';

/** How a running API server is reached as an administrator. Plain data, so that processes can share it. */
export interface Endpoint {
  url: string;
  /** The certificates to trust, PEM. */
  ca: string;
  token: string;
}

/** A kubeconfig file for the endpoint, credentials included. */
export function kubeconfigFor({ url, ca, token }: Endpoint): string {
  const name = 'opgen';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name, cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}
