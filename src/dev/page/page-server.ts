import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionError, Actions, StreamMessage } from './model/messages.ts';
import type { ActionHandlers } from './object-actions.ts';
import type { PageState } from './page-state.ts';

/** Larger than any object that the API server accepts. */
const longestBody = 4 * 1_048_576;

export interface PageServerOptions {
  /** The page: one file with its script and its styles. */
  html: string;
  state: PageState;
  actions: Partial<ActionHandlers>;
  /** Default: a free port. */
  port?: number | undefined;
}

/**
 * Serves the page on the loopback address. Only requests with the token get data. The token is in the fragment of the
 * URL, which browsers never send; the page sends it in a header. A cookie would also go to all other ports of the
 * address.
 */
export class PageServer {
  readonly #options: PageServerOptions;
  readonly #token = randomBytes(24).toString('base64url');
  readonly #server: Server;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: PageServerOptions) {
    this.#options = options;
    this.#headers = {
      'content-security-policy': contentSecurityPolicy(options.html),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    };
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) =>
        this.#send(response, 500, { error: (error as Error).message }),
      );
    });
  }

  /** Resolves once it listens; rejects if the port is in use. */
  async start(): Promise<void> {
    const { port = 0 } = this.#options;
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    // The page must not keep the process running.
    this.#server.unref();
  }

  get url(): string {
    return `${this.#origin}/#${this.#token}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    // Other names that resolve to this machine are an attack by DNS rebinding.
    if (`http://${request.headers.host}` !== this.#origin)
      return this.#send(response, 403, { error: `open ${this.#origin}` });
    if (method === 'GET' && path === '/') return this.#sendPage(response);
    const { origin = this.#origin } = request.headers;
    if (origin !== this.#origin) return this.#send(response, 403, { error: 'request from another page' });
    if (!this.#isAuthorized(request))
      return this.#send(response, 401, { error: 'open the URL that opgen dev prints' });
    if (method === 'GET' && path === '/stream') return this.#stream(response);
    const [, action] = /^\/actions\/(\w+)$/.exec(path) ?? [];
    if (method === 'POST' && action !== undefined && Object.hasOwn(this.#options.actions, action))
      return this.#act(action as keyof Actions, request, response);
    return this.#send(response, 404, { error: 'not found' });
  }

  #isAuthorized({ headers }: IncomingMessage): boolean {
    const given = digest(headers.authorization ?? '');
    return timingSafeEqual(given, digest(`Bearer ${this.#token}`));
  }

  #sendPage(response: ServerResponse): void {
    response.writeHead(200, { ...this.#headers, 'content-type': 'text/html; charset=utf-8' });
    response.end(this.#options.html);
  }

  /** Server-sent events, one message each. */
  #stream(response: ServerResponse): void {
    response.writeHead(200, { ...this.#headers, 'content-type': 'text/event-stream' });
    const send = (message: StreamMessage): void => {
      response.write(`data: ${JSON.stringify(message)}\n\n`);
    };
    const unsubscribe = this.#options.state.subscribe(send);
    response.once('close', unsubscribe);
  }

  async #act<Name extends keyof Actions>(
    name: Name,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = await readBody(request);
    if (body === undefined) return this.#send(response, 413, { error: 'the request is too large' });
    try {
      const handle = this.#options.actions[name];
      const result = await handle?.(JSON.parse(body) as Actions[Name]['body']);
      this.#send(response, 200, result);
    } catch (error) {
      this.#send(response, 422, { error: (error as Error).message } satisfies ActionError);
    }
  }

  #send(response: ServerResponse, status: number, body: unknown): void {
    if (response.headersSent) return void response.end();
    response.writeHead(status, { ...this.#headers, 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }
}

/** Only the script and the styles of the page itself, and no connection to anywhere else. */
function contentSecurityPolicy(html: string): string {
  const hashes = (tag: string): string =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))]
      .map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
      .join(' ');
  return [
    "default-src 'none'",
    `script-src ${hashes('script')}`,
    `style-src ${hashes('style')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Digests have equal lengths, as the comparison requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The body, or undefined if it is too large. Reads to the end: a client that cannot send gets no response. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= longestBody) chunks.push(chunk as Buffer);
  }
  return size > longestBody ? undefined : Buffer.concat(chunks).toString();
}
