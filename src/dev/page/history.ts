import { fieldChanges } from '@opgen/runtime/runs';
import type { Moment, ObjectView } from './model/messages.ts';

/** Limits of the history. */
export interface HistoryLimits {
  /** The number of moments to keep. */
  moments: number;
  /** The size of their objects as JSON, in characters. */
  size: number;
}

interface Entry {
  readonly moment: Moment;
  /** The object after the moment, as JSON: objects in memory take several times as much. */
  readonly json: string | undefined;
}

/** The changes of all watched objects, from which each earlier state can be restored. */
export class History {
  readonly #limits: HistoryLimits;
  readonly #entries: Entry[] = [];
  /** The objects before the first entry. */
  readonly #base = new Map<string, string>();
  #size = 0;
  #last = 0;

  constructor(limits: HistoryLimits = { moments: 20_000, size: 64 * 1_048_576 }) {
    this.#limits = limits;
  }

  /** Oldest first. */
  get moments(): Moment[] {
    return this.#entries.map(({ moment }) => moment);
  }

  /**
   * Records a change. Returns undefined if only fields differ that the server changes with each write, such as the
   * resource version.
   */
  record(time: Date, old: ObjectView | undefined, now: ObjectView | undefined): Moment | undefined {
    const { object } = now ?? old ?? {};
    if (object === undefined) return undefined;
    const changes = old && now && fieldChanges(old.object, now.object);
    if (changes?.length === 0) return undefined;
    const { metadata, kind } = object;
    const moment: Moment = {
      id: ++this.#last,
      time: time.toISOString(),
      event: now === undefined ? 'deleted' : old === undefined ? 'added' : 'updated',
      uid: metadata.uid,
      kind,
      name: metadata.name,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      ...(changes && { changes }),
    };
    const json = now && JSON.stringify(now);
    this.#entries.push({ moment, json });
    this.#size += json?.length ?? 0;
    while (this.#entries.length > this.#limits.moments || this.#size > this.#limits.size) this.#forget();
    return moment;
  }

  /** All objects right after a moment; undefined if that is no longer recorded. */
  at(id: number): ObjectView[] | undefined {
    const end = this.#entries.findIndex(({ moment }) => moment.id === id);
    if (end === -1) return undefined;
    const objects = new Map(this.#base);
    for (const entry of this.#entries.slice(0, end + 1)) applyTo(objects, entry);
    return [...objects.values()].map((json) => JSON.parse(json) as ObjectView);
  }

  #forget(): void {
    const oldest = this.#entries.shift();
    if (oldest === undefined) return;
    this.#size -= oldest.json?.length ?? 0;
    applyTo(this.#base, oldest);
  }
}

function applyTo(objects: Map<string, string>, { json, moment }: Entry): void {
  if (json === undefined) objects.delete(moment.uid);
  else objects.set(moment.uid, json);
}
