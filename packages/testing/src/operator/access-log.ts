import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transport, TransportRequest, TransportResponse } from '@opgen/runtime/transport';
import type { Access } from '../api-server/authorization/access.ts';
import { accessOf } from '../permissions/access-of-request.ts';

/** A permission that an operator has used. */
export interface ObservedAccess extends Access {
  /** The controllers whose reconciles used it; none if only caches and event recorders did. */
  readonly controllers: ReadonlySet<string>;
}

/** A transport that records the permissions that requests need. */
export class AccessLog implements Transport {
  readonly #transport: Transport;
  readonly #controller = new AsyncLocalStorage<string>();
  readonly #observed = new Map<string, { access: Access; controllers: Set<string> }>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  get observed(): readonly ObservedAccess[] {
    return [...this.#observed.values()].map(({ access, controllers }) => ({ ...access, controllers }));
  }

  during<T>(what: string, run: () => Promise<T>): Promise<T> {
    const [, controller = what] = / by controller (.+)$/.exec(what) ?? [];
    return this.#controller.run(controller, () => this.#transport.during?.(what, run) ?? run());
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const access = accessOf(request);
    this.#record(access);
    const response = await this.#transport.request(request);
    // An apply that creates its object needs both verbs.
    if (access.verb === 'patch' && response.status === 201) this.#record({ ...access, verb: 'create' });
    return response;
  }

  #record(access: Access): void {
    const key = JSON.stringify(access);
    const entry = this.#observed.get(key) ?? { access, controllers: new Set() };
    const controller = this.#controller.getStore();
    if (controller !== undefined) entry.controllers.add(controller);
    this.#observed.set(key, entry);
  }
}
