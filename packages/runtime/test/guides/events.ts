import {
  type Client,
  done,
  type EventRecorder,
  type Manager,
  type Request,
  type Result,
} from '@opgen/runtime';
import { Memcached } from '../readme/memcached.ts';

// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch
export class MemcachedReconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;

  constructor(client: Client, events: EventRecorder) {
    this.#client = client;
    this.#events = events;
  }

  async reconcile(request: Request): Promise<Result> {
    const memcached = await this.#client.find(Memcached, request);
    if (memcached === undefined) return done;
    this.#events.normal(memcached, 'Resized', `from 1 to ${memcached.spec.size}`, { action: 'Resize' });
    return done;
  }
}

export function setupMemcachedController(manager: Manager): void {
  const events = manager.eventRecorder('memcached-controller');
  manager
    .controller('memcached')
    .for(Memcached)
    .reconcileWith(new MemcachedReconciler(manager.client, events));
}
