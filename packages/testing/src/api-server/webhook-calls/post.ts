import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { goQuote } from '@opgen/rules/go-text';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { WebhookClientConfig } from '@opgen/rules/webhooks';
import { failedExchange, notAnObject, unexpectedAnswer } from './call-failures.ts';
import { addressOf } from './client-config.ts';

/** A webhook call failed, or its response could not be parsed; in the words of the API server. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
}

export interface PostOptions {
  /** The timeout in seconds. */
  readonly timeout: number;
  /** Whether to send the timeout to the webhook. */
  readonly sendsTimeout: boolean;
}

/**
 * Sends a review to a webhook and returns its response. Every call uses a new connection, so that a restarted
 * webhook is never called on an old one.
 */
export async function post(
  config: WebhookClientConfig,
  review: object,
  options: PostOptions,
): Promise<JsonObject> {
  const address = addressOf(config) + (options.sendsTimeout ? `?timeout=${options.timeout}s` : '');
  const { code, type, body } = await exchange(config, address, JSON.stringify(review), options.timeout);
  if (code < 200 || code > 206)
    throw new WebhookCallError(unexpectedAnswer(code, type.startsWith('text/') ? body.trim() : ''));
  const answer = jsonIn(body);
  if (isObject(answer)) return answer;
  throw new WebhookCallError(notAnObject(answer));
}

/** The error for a body that is not JSON; the server reads it as a YAML string. */
function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

interface Answer {
  readonly code: number;
  /** The Content-Type. */
  readonly type: string;
  readonly body: string;
}

async function exchange(
  { service, caBundle }: WebhookClientConfig,
  address: string,
  content: string,
  timeout: number,
): Promise<Answer> {
  const fail = (reason: string): never => {
    throw new WebhookCallError(`Post ${goQuote(address)}: ${reason}`);
  };
  // There is no Service network here, so a Service cannot be reached.
  if (service !== undefined) return fail(`service ${goQuote(service.name)} not found`);
  try {
    const sent = request(address, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeout * 1000),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': Buffer.byteLength(content),
      },
      ...(caBundle !== undefined && caBundle !== '' && { ca: Buffer.from(caBundle, 'base64') }),
    });
    // Once there is a response, its body reports errors; an error event without a listener would end the process.
    sent.on('error', () => {});
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(content);
    const [response] = await answered;
    const { statusCode: code = 0, headers } = response;
    return { code, type: headers['content-type'] ?? '', body: await text(response) };
  } catch (error) {
    return fail(failedExchange(error as NodeJS.ErrnoException, address));
  }
}
