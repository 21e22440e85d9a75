import { orAborted, withTimeout } from '../abort.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import { familiesIn } from './families.ts';
import type { MetricsRegistry } from './metrics-registry.ts';
import type { Metrics } from './metrics.ts';

export interface JoinedMetricsParts {
  metrics: Metrics;
  registries: readonly MetricsRegistry[];
  clock: Clock;
  log: Logger;
}

/** Prometheus waits ten seconds for a scrape by default. */
const timeout = 5_000;
const reason = (): Error => new Error(`no metrics within ${timeout / 1000} s`);

/**
 * The metrics of the manager, and after them those of other registries. What another registry does wrong is logged and
 * costs its own metrics only: Prometheus rejects a whole response that contains a metric twice.
 */
export class JoinedMetrics {
  readonly #parts: JoinedMetricsParts;
  /** Registries whose failure has been logged. */
  readonly #failing = new Set<MetricsRegistry>();
  readonly #reportedNames = new Set<string>();

  constructor(parts: JoinedMetricsParts) {
    this.#parts = parts;
  }

  /** All metrics in the Prometheus text format, version 0.0.4. */
  async text(): Promise<string> {
    const { metrics, registries } = this.#parts;
    const others = await Promise.all(registries.map((registry) => this.#read(registry)));
    const taken = new Set(metrics.names);
    const lines: string[] = [];
    for (const text of others) {
      const duplicates: string[] = [];
      for (const family of familiesIn(text)) {
        if (taken.has(family.name)) duplicates.push(family.name);
        else lines.push(...family.lines);
        taken.add(family.name);
      }
      this.#report(duplicates);
    }
    const own = metrics.text();
    return lines.length === 0 ? own : `${own}${lines.join('\n')}\n`;
  }

  /** The text of a registry; empty if it fails. */
  async #read(registry: MetricsRegistry): Promise<string> {
    const { clock, log } = this.#parts;
    const read = async (): Promise<string> => registry.metrics();
    try {
      const text = await withTimeout(clock, { timeout, reason }, (signal) => orAborted(read(), signal));
      requireTextFormat(registry);
      this.#failing.delete(registry);
      return text;
    } catch (error) {
      if (!this.#failing.has(registry))
        log.error('failed to read the metrics of another registry', { error });
      this.#failing.add(registry);
      return '';
    }
  }

  #report(duplicates: readonly string[]): void {
    const unreported = duplicates.filter((name) => !this.#reportedNames.has(name));
    if (unreported.length === 0) return;
    for (const name of unreported) this.#reportedNames.add(name);
    this.#parts.log.warn('metrics of another registry are not served, because their names are taken', {
      metrics: unreported,
    });
  }
}

function requireTextFormat({ contentType }: MetricsRegistry): void {
  if (contentType === undefined || contentType.startsWith('text/plain')) return;
  throw new Error(`the content type ${contentType} is not supported: use the Prometheus text format`);
}
