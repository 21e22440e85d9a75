import type { Clock } from '../clock.ts';
import type { Event } from '../kinds/events/v1.ts';
import type { New } from '../objects/desired.ts';
import { eventOf, type Occurrence } from './occurrence.ts';
import { TokenBucket } from './token-bucket.ts';

/** An event and its number of occurrences. */
export interface Series {
  readonly event: New<Event>;
  count: number;
  /** Wall-clock milliseconds. */
  lastSeen: number;
  /** The count that was last sent to the API server; 0 before the event is created. */
  sentCount: number;
}

interface KnownSeries {
  readonly series: Series;
  /** Monotonic milliseconds. */
  seenAt: number;
}

interface Notes {
  readonly texts: Set<string>;
  readonly until: number;
}

/** An occurrence within this time of the last one belongs to the same series. */
const seriesWindow = 6 * 60_000;

/** After this many different notes on one subject within `mergeWindow`, further notes share one event. */
const notesBeforeMerging = 10;
const mergeWindow = 10 * 60_000;

/** The rate limit per object and controller: this many events at once, and one more every five minutes. */
const burst = 25;
const refill = 5 * 60_000;

/** The maximum size of each map; the oldest entry is evicted. */
const maxEntries = 4096;

/** Aggregates and rate-limits events: a new occurrence becomes an event, continues a series, or is dropped. */
export class Correlator {
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownSeries>();
  readonly #notes = new Map<string, Notes>();
  readonly #buckets = new Map<string, TokenBucket>();
  #unique = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The series that the occurrence starts or continues; undefined if it exceeds the rate limit. */
  observe(occurrence: Occurrence): Series | undefined {
    const now = this.#clock.monotonic();
    const subject = subjectOf(occurrence);
    const merged = this.#exceedsNoteLimit(subject, occurrence.note, now);
    const key = merged ? subject : `${subject} ${occurrence.note}`;
    const known = this.#known.get(key);
    this.#known.delete(key);
    if (known !== undefined && now - known.seenAt < seriesWindow) {
      known.seenAt = now;
      known.series.count += 1;
      known.series.lastSeen = this.#clock.now();
      this.#known.set(key, known);
      return known.series;
    }
    if (!this.#bucket(occurrence, now).take(now)) return undefined;
    const note = merged ? `(combined from similar events): ${occurrence.note}` : occurrence.note;
    this.#unique += 1;
    const event = eventOf({ ...occurrence, note }, this.#clock.now(), this.#unique);
    const series = { event, count: 1, lastSeen: this.#clock.now(), sentCount: 0 };
    setBounded(this.#known, key, { series, seenAt: now });
    return series;
  }

  #exceedsNoteLimit(subject: string, note: string, now: number): boolean {
    let known = this.#notes.get(subject);
    if (known === undefined || now >= known.until) {
      known = { texts: new Set(), until: now + mergeWindow };
      this.#notes.delete(subject);
      setBounded(this.#notes, subject, known);
    }
    if (known.texts.size < notesBeforeMerging) known.texts.add(note);
    return !known.texts.has(note);
  }

  #bucket({ object, controller }: Occurrence, now: number): TokenBucket {
    const key = `${controller} ${identityOf(object)}`;
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(burst, refill, now);
      setBounded(this.#buckets, key, bucket);
    }
    return bucket;
  }
}

function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size <= maxEntries) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

function subjectOf({ type, object, reason, action, related, controller }: Occurrence): string {
  const about = related === undefined ? '' : identityOf(related);
  return JSON.stringify([controller, type, reason, action, identityOf(object), about]);
}

function identityOf({ apiVersion, kind, metadata }: Occurrence['object']): string {
  return `${apiVersion}/${kind}/${metadata.namespace ?? ''}/${metadata.name}/${metadata.uid}`;
}
