import { onTestFinished } from 'vitest';
import { startCluster, type TestCluster } from '../../src/cluster.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly object: { readonly [field: string]: unknown; readonly spec: Record<string, unknown> };
}

/** Sends JSON to an embedded API server that stops with the test. */
export type Send = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Reply>;

export async function startApi(
  options?: Parameters<typeof startCluster>[0],
): Promise<{ send: Send; cluster: TestCluster }> {
  const cluster = await startCluster(options);
  onTestFinished(() => cluster.stop());
  const send: Send = async (method, path, body, headers = { 'content-type': 'application/json' }) => {
    const response = await cluster.transport.request({
      method,
      path,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const object = JSON.parse(await response.text()) as Reply['object'];
    return { status: response.status, headers: response.headers, object };
  };
  return { send, cluster };
}
