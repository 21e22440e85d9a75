import { type ResourceRequest, resourceRequest } from '../runs/resource-request.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { failed, type SpanAttributes, type SpanOptions, traced, type Tracer } from './tracing.ts';

/** OpenTelemetry's SpanKind.CLIENT. */
const client = 2;

/**
 * Creates a span for each request of another transport, until its response starts. In a reconcile, the span of the
 * reconcile is its parent. Watches and Lease renewals have none.
 */
export class TracedTransport implements Transport {
  readonly #transport: Transport;
  readonly #tracer: Tracer;

  constructor(transport: Transport, tracer: Tracer) {
    this.#transport = transport;
    this.#tracer = tracer;
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    const { purpose = 'request' } = request;
    if (purpose !== 'request') return this.#transport.request(request);
    const about = resourceRequest(request);
    const options = (): SpanOptions => ({ kind: client, attributes: this.#attributesOf(request, about) });
    return traced(this.#tracer, nameOf(about), options, async (span) => {
      const response = await this.#transport.request(request);
      span?.setAttribute('http.response.status_code', response.status);
      if (isFailure(request, response)) span?.setStatus({ code: failed });
      return response;
    });
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #attributesOf({ method, path }: TransportRequest, about: ResourceRequest): SpanAttributes {
    const { verb, group, namespace, name } = about;
    const server = this.server === undefined ? undefined : new URL(this.server);
    return {
      'http.request.method': method,
      'url.path': path.split('?', 1)[0] ?? '',
      ...(server !== undefined && { 'server.address': server.hostname }),
      'opgen.verb': verb,
      'opgen.resource': group === '' ? about.resource : `${about.resource}.${group}`,
      ...(name !== undefined && { 'k8s.object.name': name }),
      ...(namespace !== undefined && { 'k8s.namespace.name': namespace }),
    };
  }
}

/** Names no object, so that the number of names is small: `apply deployments/status`. */
function nameOf({ verb, resource, subresource }: ResourceRequest): string {
  return subresource === undefined ? `${verb} ${resource}` : `${verb} ${resource}/${subresource}`;
}

/** That an object does not exist is an answer and no failure. */
function isFailure({ method }: TransportRequest, { status }: TransportResponse): boolean {
  return status >= 400 && !(status === 404 && method === 'GET');
}
