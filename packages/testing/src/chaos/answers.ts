import type { TransportRequest, TransportResponse } from '@opgen/runtime/transport';
import { accessOf } from '../permissions/access-of-request.ts';

/** A response that does not come from the server. */
export function answer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): TransportResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    text: async () => body,
    chunks: async function* () {
      yield Buffer.from(body);
    },
  };
}

export function conflict(request: TransportRequest): TransportResponse {
  const { group = '', resource = '', name = '' } = accessOf(request);
  const type = group === '' ? resource : `${resource}.${group}`;
  const message = `Operation cannot be fulfilled on ${type} "${name}": the object has been modified; please apply your changes to the latest version and try again`;
  return answer(409, failure(409, 'Conflict', message));
}

export function throttled(retryAfterSeconds: number): TransportResponse {
  const details = { retryAfterSeconds };
  const body = failure(429, 'TooManyRequests', 'too many requests, please try again later', details);
  return answer(429, body, { 'retry-after': String(retryAfterSeconds) });
}

/** What API servers answer when they or etcd are unhealthy. */
export const serverErrors: readonly (() => TransportResponse)[] = [
  () => answer(500, failure(500, 'InternalError', 'etcdserver: leader changed')),
  () =>
    answer(503, failure(503, 'ServiceUnavailable', 'the server is currently unable to handle the request')),
  () => answer(504, failure(504, 'Timeout', 'request did not complete within the allotted timeout')),
];

/** The event that ends a watch whose resource version has expired. */
export function expiredLine(): string {
  const object = JSON.parse(failure(410, 'Expired', 'too old resource version: 1 (2)')) as object;
  return `${JSON.stringify({ type: 'ERROR', object })}\n`;
}

function failure(code: number, reason: string, message: string, details?: object): string {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  return JSON.stringify({ ...status, ...(details && { details }) });
}
