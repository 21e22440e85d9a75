import type { Transport } from '@opgen/runtime/transport';
import type { AuditEvent } from '../../../src/api-server/audit/audit-event.ts';
import { EventStream } from './event-stream.ts';
import {
  Answer,
  type RequestOptions,
  type Target,
  type TargetName,
  type TargetServer,
  type WatchStream,
} from './target.ts';

/** A server behind a transport, such as the one inside this process. */
export class TransportTarget implements Target {
  readonly name: TargetName;
  readonly #transport: Transport;
  readonly #server: TargetServer;

  constructor(name: TargetName, transport: Transport, server: TargetServer) {
    this.name = name;
    this.#transport = transport;
    this.#server = server;
  }

  async request(method: string, path: string, { headers, body }: RequestOptions = {}): Promise<Answer> {
    const response = await this.#transport.request({
      method,
      path,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return new Answer(response.status, response.headers, await response.text());
  }

  async watch(path: string, { headers }: RequestOptions = {}): Promise<WatchStream> {
    const abort = new AbortController();
    const response = await this.#transport.request({
      method: 'GET',
      path,
      headers: { accept: 'application/json', ...headers },
      signal: abort.signal,
      purpose: 'watch',
    });
    const events = new EventStream(response.chunks());
    return {
      status: response.status,
      headers: response.headers,
      next: () => events.next(),
      close: () => abort.abort(),
    };
  }

  async close(): Promise<void> {
    await this.#server.stop();
  }

  audit(): readonly AuditEvent[] {
    return this.#server.audit();
  }
}
