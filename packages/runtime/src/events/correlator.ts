import type { Clock } from '../clock.ts';
import type { Event } from '../kinds/events/v1.ts';
import type { New } from '../objects/desired.ts';
import { eventOf, type Occurrence } from './occurrence.ts';
import { TokenBucket } from './token-bucket.ts';

/** One event, and how often it happened. */
export interface Series {
  readonly event: New<Event>;
  count: number;
  /** Wall-clock milliseconds. */
  lastSeen: number;
  /** How many of them the server knows of; none before it was created. */
  told: number;
}

interface Remembered {
  readonly series: Series;
  /** Monotonic milliseconds. */
  seenAt: number;
}

interface Spread {
  readonly notes: Set<string>;
  readonly until: number;
}

/** What happens again within this time belongs to the same series. */
const seriesWindow = 6 * 60_000;

/** From this number of different notes on, in this time, an event about one thing is told without its details. */
const notesBeforeMerging = 10;
const mergeWindow = 10 * 60_000;

/** One object may cause this many events at once, and one more every five minutes. */
const burst = 25;
const refill = 5 * 60_000;

/** The most things that are remembered of each sort. */
const most = 4096;

/** Decides what of all that happens is an event of its own, what is counted, and what is left out. */
export class Correlator {
  readonly #clock: Clock;
  readonly #known = new Map<string, Remembered>();
  readonly #spreads = new Map<string, Spread>();
  readonly #buckets = new Map<string, TokenBucket>();
  #unique = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The series that it begins or goes on; undefined if it is one too many. */
  observe(occurrence: Occurrence): Series | undefined {
    const now = this.#clock.monotonic();
    const subject = subjectOf(occurrence);
    const merged = this.#isSpread(subject, occurrence.note, now);
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
    const note = merged ? `(of many that are alike) ${occurrence.note}` : occurrence.note;
    this.#unique += 1;
    const event = eventOf({ ...occurrence, note }, this.#clock.now(), this.#unique);
    const series = { event, count: 1, lastSeen: this.#clock.now(), told: 0 };
    remember(this.#known, key, { series, seenAt: now });
    return series;
  }

  #isSpread(subject: string, note: string, now: number): boolean {
    let spread = this.#spreads.get(subject);
    if (spread === undefined || now >= spread.until) {
      spread = { notes: new Set(), until: now + mergeWindow };
      this.#spreads.delete(subject);
      remember(this.#spreads, subject, spread);
    }
    if (spread.notes.size < notesBeforeMerging) spread.notes.add(note);
    return !spread.notes.has(note);
  }

  #bucket({ object, controller }: Occurrence, now: number): TokenBucket {
    const key = `${controller} ${identityOf(object)}`;
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(burst, refill, now);
      remember(this.#buckets, key, bucket);
    }
    return bucket;
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size <= most) return;
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
