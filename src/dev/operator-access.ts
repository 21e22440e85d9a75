import { type ServedTransport, serveTransport } from '@opgen/testing';
import type { Transport } from '@opgen/runtime/transport';
import { parse, stringify } from 'yaml';

/** A port through which the operator sends its requests, and kubeconfigs for it. */
export interface OperatorAccess {
  /** The same credentials, for the port. */
  kubeconfig(of: string): string;
  close(): Promise<void>;
}

/** Serves a transport to the operator. kubectl connects to the API server directly. */
export async function serveOperator(transport: Transport): Promise<OperatorAccess> {
  const { ca, close, url }: ServedTransport = await serveTransport(transport);
  return {
    kubeconfig(of) {
      const kubeconfig = parse(of) as { clusters: { cluster: object }[] };
      const cluster = { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') };
      return stringify({
        ...kubeconfig,
        clusters: kubeconfig.clusters.map((each) => ({ ...each, cluster })),
      });
    },
    close,
  };
}
