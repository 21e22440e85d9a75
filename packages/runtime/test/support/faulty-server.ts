import type { WatchEvent, WatchOptions } from '../../src/client/client.ts';
import type { LiveClient } from '../../src/client/live-client.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import type { Clock } from '../../src/clock.ts';
import type { Kind } from '../../src/objects/kind.ts';
import type { KubernetesObject, ObjectList } from '../../src/objects/object.ts';
import { memcached, type Memcached } from './objects.ts';
import { expired, ScriptedWatch, serverError } from './scripted-server.ts';

/** Faults of the server's watches and of the requests that follow. */
export type Fault =
  | 'end'
  | 'reset'
  | 'stall'
  | 'expire'
  | 'throttle'
  | 'crash'
  | 'garble'
  /** The server sends the last event again. */
  | 'repeat'
  /** The server sends the next two events, of different objects, in the wrong order. */
  | 'swap'
  /** The server sends a bookmark twice. */
  | 'bookmark';

type Change = Omit<WatchEvent<Memcached>, 'type'> & { type: 'ADDED' | 'MODIFIED' | 'DELETED' };

const throttled = () => serverError(429, 'TooManyRequests', 'too many requests', 2);
const crashed = () => serverError(500, 'InternalError', 'etcdserver: leader changed');

/** A server that records every change, and fails in the ways in which servers and networks do. */
export class FaultyServer {
  readonly #clock: Clock;
  readonly #streams: boolean;
  readonly #objects = new Map<string, Memcached>();
  readonly #watches = new Set<ScriptedWatch>();
  /** Watches that stay open without sending anything. */
  readonly #stalled = new Set<ScriptedWatch>();
  #history: Change[] = [];
  /** Every version that each object has had, by name. */
  readonly versions = new Map<string, string[]>();
  #swaps = false;
  #held: Change | undefined;
  #version = 10;
  /** The server has compacted the changes before this version. */
  #oldest = 0;
  #refusal: (() => Error) | undefined;
  #refusals = 0;
  #down = false;

  /** `streams`: whether the server supports streaming lists. */
  constructor({ clock, streams }: { clock: Clock; streams: boolean }) {
    this.#clock = clock;
    this.#streams = streams;
  }

  /** The version of every existing object, by key. */
  get truth(): Record<string, string> {
    return Object.fromEntries(
      [...this.#objects].map(([name, { metadata }]) => [`default/${name}`, metadata.resourceVersion]),
    );
  }

  /** While true, every request fails. Setting it also breaks the open watches. */
  set down(down: boolean) {
    this.#down = down;
    if (down) for (const watch of this.#watches) watch.fail(crashed());
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  readonly client: Pick<LiveClient, 'list' | 'watch'> = {
    list: async <T extends KubernetesObject>() => {
      this.#refuse();
      const items = [...this.#objects.values()] as KubernetesObject[];
      return { items, resourceVersion: String(this.#version) } as ObjectList<T>;
    },
    watch: <T extends KubernetesObject>(_: Kind<T>, options: WatchOptions = {}) =>
      this.#watch(options) as AsyncIterable<WatchEvent<KubernetesObject>> as AsyncIterable<WatchEvent<T>>,
  };

  write(name: string): Memcached {
    this.#version += 1;
    const old = this.#objects.get(name);
    const uid = old?.metadata.uid ?? `${name}-${this.#version}`;
    const object = memcached(name, this.#version, { metadata: { uid } });
    this.#objects.set(name, object);
    this.#publish({ type: old === undefined ? 'ADDED' : 'MODIFIED', object });
    return object;
  }

  delete(name: string): void {
    const old = this.#objects.get(name);
    if (old === undefined) return;
    this.#version += 1;
    this.#objects.delete(name);
    const metadata = { ...old.metadata, resourceVersion: String(this.#version) };
    this.#publish({ type: 'DELETED', object: { ...old, metadata } });
  }

  fail(fault: Fault): void {
    this.#letGo();
    if (fault === 'swap') {
      this.#swaps = true;
      return;
    }
    if (fault === 'expire') {
      this.#oldest = this.#version;
      this.#history = [];
    }
    if (fault === 'throttle' || fault === 'crash') {
      this.#refusal = fault === 'throttle' ? throttled : crashed;
      this.#refusals = 2;
    }
    for (const watch of this.#watches) {
      if (this.#stalled.has(watch) && (fault === 'repeat' || fault === 'bookmark')) continue;
      if (fault === 'repeat') this.#repeat(watch);
      else if (fault === 'bookmark') watch.bookmark(this.#version).bookmark(this.#version);
      else if (fault === 'stall') this.#stalled.add(watch);
      else if (fault === 'end') watch.end();
      else if (fault === 'garble') watch.fail(new SyntaxError('Unexpected end of JSON input'));
      else if (fault === 'expire') watch.fail(expired());
      else if (fault === 'throttle') watch.fail(throttled());
      else if (fault === 'crash') watch.fail(crashed());
      else watch.fail(new ConnectionError('the server', new Error('socket hang up')));
    }
  }

  heal(): void {
    this.#letGo();
    this.#swaps = false;
    this.#refusals = 0;
  }

  #repeat(watch: ScriptedWatch): void {
    const last = this.#history.at(-1);
    if (last !== undefined) watch.send(last.type, last.object);
  }

  #refuse(): void {
    if (this.#down) throw crashed();
    if (this.#refusals === 0 || this.#refusal === undefined) return;
    this.#refusals -= 1;
    throw this.#refusal();
  }

  async *#watch(options: WatchOptions): AsyncGenerator<WatchEvent<KubernetesObject>> {
    this.#refuse();
    this.#letGo();
    const watch = new ScriptedWatch(options);
    if (options.sendInitialEvents === true) {
      if (!this.#streams) throw serverError(422, 'Invalid', 'sendInitialEvents: Forbidden');
      for (const object of this.#objects.values()) watch.send('ADDED', object);
      watch.bookmark(this.#version, { endsInitialEvents: true });
    } else {
      const since = Number(options.resourceVersion);
      if (since < this.#oldest) throw expired();
      for (const change of this.#history) {
        if (Number(change.object.metadata.resourceVersion) > since) watch.send(change.type, change.object);
      }
    }
    watch.accept();
    this.#watches.add(watch);
    const cancel = this.#clock.schedule((options.timeoutSeconds ?? 300) * 1000, () => {
      if (!this.#stalled.has(watch)) watch.end();
    });
    try {
      yield* watch.events();
    } finally {
      cancel();
      this.#watches.delete(watch);
      this.#stalled.delete(watch);
    }
  }

  #publish(change: Change): void {
    this.#history.push(change);
    const { name, resourceVersion } = change.object.metadata;
    this.versions.set(name, [...(this.versions.get(name) ?? []), resourceVersion]);
    if (this.#swaps && this.#held === undefined) {
      this.#held = change;
      return;
    }
    if (this.#held?.object.metadata.name === name) this.#letGo();
    this.#send(change);
    this.#letGo();
  }

  #letGo(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#swaps = false;
    this.#held = undefined;
    this.#send(held);
  }

  #send(change: Change): void {
    for (const watch of this.#watches) {
      if (!this.#stalled.has(watch)) watch.send(change.type, change.object);
    }
  }
}
