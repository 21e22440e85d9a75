import { once } from 'node:events';
import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AuditEvent } from '../../../src/api-server/audit/audit-event.ts';
import type { Endpoint } from '../../../src/endpoint.ts';
import { EventStream } from './event-stream.ts';
import {
  Answer,
  type RequestOptions,
  type Target,
  type TargetName,
  type TargetServer,
  type WatchStream,
} from './target.ts';

/** A server that listens on HTTPS, called with Node's HTTP client directly. */
export class HttpsTarget implements Target {
  readonly name: TargetName;
  readonly #endpoint: Endpoint;
  readonly #agent: Agent;
  readonly #server: TargetServer;

  constructor(name: TargetName, endpoint: Endpoint, server: TargetServer) {
    this.name = name;
    this.#endpoint = endpoint;
    this.#agent = new Agent({ keepAlive: true, ca: endpoint.ca });
    this.#server = server;
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.#send(method, path, options);
    return new Answer(response.statusCode ?? 0, plainHeaders(response), await text(response));
  }

  async watch(path: string, options: RequestOptions = {}): Promise<WatchStream> {
    const response = await this.#send('GET', path, options);
    const events = new EventStream(response);
    return {
      status: response.statusCode ?? 0,
      headers: plainHeaders(response),
      next: () => events.next(),
      close: () => void response.destroy(),
    };
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#server.stop();
  }

  audit(): readonly AuditEvent[] {
    return this.#server.audit();
  }

  async #send(method: string, path: string, { headers, body }: RequestOptions): Promise<IncomingMessage> {
    const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    // Without a length, Node sends the body of a DELETE without framing.
    const framing = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
    const sent = request(`${this.#endpoint.url}${path}`, {
      method,
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.#endpoint.token}`,
        accept: 'application/json',
        ...framing,
        ...headers,
      },
    });
    const answered = once(sent, 'response');
    sent.end(content);
    const [response] = (await answered) as [IncomingMessage];
    return response;
  }
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
