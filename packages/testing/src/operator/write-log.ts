import { AsyncLocalStorage } from 'node:async_hooks';
import { isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import { fieldChanges } from '@opgen/runtime/runs';
import type { Transport, TransportRequest, TransportResponse } from '@opgen/runtime/transport';
import { answer } from '../chaos/answers.ts';
import { isWrite } from '../chaos/is-write.ts';
import { readTarget } from '../api-server/http/request-target.ts';
import { accessOf } from '../permissions/access-of-request.ts';
import { describeObject, describeWrite } from './describe-write.ts';
import type { Write } from './write.ts';

/** An operator at rest has written every object less often than this. */
const mostWritesOfObject = 200;

/** A transport that records the writes of an operator, with what each of them changed. */
export class WriteLog implements Transport {
  readonly all: Write[] = [];
  /** Rejects when the operator writes one object again and again. */
  readonly loop: Promise<never>;
  readonly #transport: Transport;
  readonly #reader: Transport;
  readonly #reconcile = new AsyncLocalStorage<string>();
  readonly #counts = new Map<string, number>();
  #foundLoop: (error: Error) => void = () => {};

  /** `reader` reads what the operator writes, for which the operator may lack the permission. */
  constructor(transport: Transport, reader: Transport) {
    this.#transport = transport;
    this.#reader = reader;
    this.loop = new Promise((_, reject) => (this.#foundLoop = reject));
    this.loop.catch(() => undefined);
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  during<T>(what: string, run: () => Promise<T>): Promise<T> {
    return this.#reconcile.run(what, () => this.#transport.during?.(what, run) ?? run());
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    if (!isWrite(request)) return this.#transport.request(request);
    const address = addressOf(request);
    const before = address.name === undefined ? undefined : await this.#read(address.path);
    const response = await this.#transport.request(request);
    if (response.status >= 300) return response;
    const text = await response.text();
    await this.#record(request, address, before, { status: response.status, text });
    return answer(response.status, text, response.headers);
  }

  async #record(
    request: TransportRequest,
    address: Address,
    before: JsonObject | undefined,
    { status, text }: { status: number; text: string },
  ): Promise<void> {
    const { verb, subresource, collection } = address;
    const returnsObject = verb !== 'delete' && (subresource === undefined || subresource === 'status');
    const after = returnsObject ? parsed(text) : await this.#read(address.path);
    const isCreation = status === 201 && subresource === undefined;
    const object = after ?? before ?? { metadata: { name: address.name, namespace: address.namespace } };
    const write: Write = {
      verb,
      subresource,
      collection,
      path: isCreation && address.name === undefined ? `${address.path}/${nameOf(object)}` : address.path,
      object,
      fieldManager: readTarget(request.path).query.get('fieldManager') ?? undefined,
      isCreation,
      isEffective: version(before) !== version(after),
      changes: isCreation || after === undefined ? [] : fieldChanges(before ?? { metadata: {} }, after),
      by: this.#reconcile.getStore(),
    };
    this.all.push(write);
    if (write.isEffective) this.#count(write);
  }

  #count(write: Write): void {
    const key = `${write.collection} ${describeObject(write.object)}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count <= mostWritesOfObject) return;
    const message = `the operator does not come to rest: it wrote ${describeObject(write.object)} ${count} times; the last write was\n${describeWrite(write)}`;
    this.#foundLoop(new Error(message));
  }

  async #read(path: string): Promise<JsonObject | undefined> {
    const response = await this.#reader.request({ method: 'GET', path });
    const text = await response.text();
    return response.status === 200 ? parsed(text) : undefined;
  }
}

interface Address {
  readonly verb: string;
  readonly subresource: string | undefined;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly collection: string;
  /** Of the object, or of the collection with its namespace if the object has no name yet. */
  readonly path: string;
}

function addressOf(request: TransportRequest): Address {
  const { verb, resource = '', subresource, namespace, name } = accessOf(request);
  const [location = ''] = request.path.split('?');
  const [root = ''] = /^\/api\/[^/]+|^\/apis\/[^/]+\/[^/]+/.exec(location) ?? [];
  const path =
    subresource === undefined ? location : location.slice(0, location.lastIndexOf(`/${subresource}`));
  return { verb, subresource, name, namespace, collection: `${root}/${resource}`, path };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Differs after every write that changes something. */
function version(object: JsonObject | undefined): string | undefined {
  if (object === undefined) return undefined;
  const { uid, resourceVersion } = metadataIn(object);
  return `${String(uid)} ${String(resourceVersion)}`;
}

function nameOf(object: JsonObject): string {
  return String(metadataIn(object)['name']);
}
