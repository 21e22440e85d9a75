import { ForbiddenError } from '@opgen/runtime';
import {
  errorFrom,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@opgen/runtime/transport';
import { type Access, accessOf } from '@opgen/testing';

/** How often the operator has used a permission. */
export interface PermissionUse {
  readonly access: Access;
  /** Requests that were authorized. */
  readonly used: number;
  /** Requests that were refused since the operator started. */
  readonly refused: number;
  /** The RBAC marker that grants it; for refused requests. */
  readonly marker?: string | undefined;
}

/** From this number on, requests for different objects count as the same permission. */
const mostNamed = 2_000;

/** Counts which permissions the requests through it use, and which ones the API server refuses. */
export class PermissionUsage implements Transport {
  readonly #upstream: Transport;
  readonly #onChange: () => void;
  readonly #uses = new Map<string, PermissionUse>();

  constructor(upstream: Transport, onChange: () => void) {
    this.#upstream = upstream;
    this.#onChange = onChange;
  }

  get server(): string | undefined {
    return this.#upstream.server;
  }

  get uses(): readonly PermissionUse[] {
    return [...this.#uses.values()];
  }

  /** Forgets the refusals: the operator starts again, perhaps with another role. */
  forgetRefusals(): void {
    for (const [key, use] of this.#uses) this.#uses.set(key, { ...use, refused: 0 });
    this.#onChange();
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#upstream.request(request);
    if (response.status === 401) return response;
    const access = accessOf(request);
    if (response.status !== 403) {
      this.#count(access, {});
      // An apply that creates needs the verb create too.
      if (response.status === 201 && access.verb === 'patch') this.#count({ ...access, verb: 'create' }, {});
      return response;
    }
    const text = await response.text();
    const error = errorFrom(403, text, request);
    // Quotas and admission answer 403 too, after the request was authorized: they have no marker.
    const marker = error instanceof ForbiddenError ? error.marker : undefined;
    const [, verb = access.verb] = /,verbs=([\w-]+)$/.exec(marker ?? '') ?? [];
    this.#count({ ...access, verb }, marker === undefined ? {} : { marker });
    return {
      ...response,
      text: async () => text,
      chunks: async function* () {
        yield Buffer.from(text);
      },
    };
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  #count({ name, ...unnamed }: Access, { marker }: { marker?: string }): void {
    const access = name === undefined || this.#uses.size >= mostNamed ? unnamed : { ...unnamed, name };
    const key = JSON.stringify(access);
    const { refused = 0, used = 0, marker: known } = this.#uses.get(key) ?? {};
    const isRefused = marker !== undefined;
    this.#uses.set(key, {
      access,
      used: used + (isRefused ? 0 : 1),
      refused: refused + (isRefused ? 1 : 0),
      marker: marker ?? known,
    });
    this.#onChange();
  }
}
