import { isObject } from '@opgen/rules/json';
import type { Clock } from '../clock.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { ambientRecorder } from './ambient-recorder.ts';
import { fieldChanges } from './field-changes.ts';
import { type ResourceRequest, resourceRequest } from './resource-request.ts';
import type { RunRecorder } from './run-recorder.ts';

/** Finds an object in the cache. */
export type FindCached = (request: ResourceRequest) => object | undefined;

/** Records the requests that reconciles send through another transport. */
export class RecordingTransport implements Transport {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #find: FindCached;

  constructor(transport: Transport, clock: Clock, find: FindCached) {
    this.#transport = transport;
    this.#clock = clock;
    this.#find = find;
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    const recorder = ambientRecorder();
    const isPart = recorder !== undefined && (request.purpose ?? 'request') === 'request';
    return isPart ? this.#record(request, recorder) : this.#transport.request(request);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #record(request: TransportRequest, recorder: RunRecorder): Promise<TransportResponse> {
    const { apiVersion, ...about } = resourceRequest(request);
    const { verb, subresource = 'status' } = about;
    // Before the request, because the watch may deliver its result before the response arrives.
    const old = verb === 'get' || verb === 'list' ? undefined : this.#find({ apiVersion, ...about });
    const started = this.#clock.monotonic();
    const took = (): number => this.#clock.monotonic() - started;
    let response: TransportResponse;
    try {
      response = await this.#transport.request(request);
    } catch (error) {
      recorder.called({ ...about, duration: took() });
      throw error;
    }
    const call = { ...about, status: response.status, duration: took() };
    // Before an apply that creates, there was no object either.
    const isKnown = old !== undefined || verb === 'create' || response.status === 201;
    // Responses of other subresources are not the object, and that of `token` is a credential.
    const hasObject = isKnown && writesOfObjects.has(verb) && subresource === 'status';
    if (!hasObject || response.status >= 300 || about.group === 'authentication.k8s.io') {
      recorder.called(call);
      return response;
    }
    return {
      ...response,
      text: async () => {
        const text = await response.text();
        const now = parsed(text);
        const changes = now && { ...nameIn(now), changes: fieldChanges(old ?? { metadata: {} }, now) };
        recorder.called({ ...call, ...changes });
        if (now !== undefined && changes?.changes.length !== 0) recorder.wrote(now);
        return text;
      },
    };
  }
}

/** The verbs whose response is the object. */
const writesOfObjects: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'apply']);

/** Undefined if it is not an object: the client reports it. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const object: unknown = JSON.parse(text);
    return isObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}

/** The name that the server generated. */
function nameIn({ metadata }: Record<string, unknown>): { name?: string } {
  const name = isObject(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' ? { name } : {};
}
