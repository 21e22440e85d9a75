import { parseQuantity, type QuantityValue } from '@opgen/rules/quantity';
import { labelsMatch } from '@opgen/runtime';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { isActive, isReady } from '../pods/pod-state.ts';

/** Amounts by the name of the resource or metric, such as `{ cpu: '250m' }`. */
export type Usage = Readonly<Record<string, QuantityValue>>;

/** What Pods use: each of them, or all ready ones together. */
export interface PodUsage {
  /** Default: `default`. */
  readonly namespace?: string;
  /** The Pods that have these labels. */
  readonly labels: Readonly<Record<string, string>>;
  readonly each?: Usage;
  /** The ready Pods share it evenly. */
  readonly total?: Usage;
}

/** The metrics that a test declares: what a metrics server and an adapter of external metrics would report. */
export class Metrics {
  readonly #ofPods = new Map<string, PodUsage>();
  readonly #external = new Map<string, QuantityValue>();

  /** Replaces what Pods with the same labels used before. */
  setPods(usage: PodUsage): void {
    this.#ofPods.set(JSON.stringify([usage.namespace, usage.labels]), usage);
  }

  setExternal(name: string, value: QuantityValue): void {
    this.#external.set(name, value);
  }

  /** Whether a test declared what Pods use. Without that the cluster has no metrics server. */
  get hasPods(): boolean {
    return this.#ofPods.size > 0;
  }

  /** Thousandths of a metric, by the name of the Pod; without Pods that do not run. */
  ofPods(name: string, pods: readonly Pod[]): Map<string, number> {
    const running = pods.filter((pod) => isActive(pod) && pod.status?.phase === 'Running');
    const amounts = new Map<string, number>();
    for (const { namespace = 'default', labels, each, total } of this.#ofPods.values()) {
      const meant = running.filter(
        ({ metadata }) =>
          metadata.namespace === namespace && labelsMatch({ matchLabels: labels }, metadata.labels),
      );
      const ready = meant.filter(isReady).length;
      for (const pod of meant) {
        const own = each?.[name] === undefined ? undefined : thousandths(each[name]);
        const share = total?.[name] === undefined ? undefined : thousandths(total[name]) / Math.max(1, ready);
        if (own === undefined && share === undefined) continue;
        const amount = (own ?? 0) + (isReady(pod) ? (share ?? 0) : 0);
        amounts.set(pod.metadata.name, Math.ceil((amounts.get(pod.metadata.name) ?? 0) + amount));
      }
    }
    return amounts;
  }

  /** Thousandths of an external metric. */
  external(name: string): number | undefined {
    const value = this.#external.get(name);
    return value === undefined ? undefined : thousandths(value);
  }
}

/** A quantity in thousandths, rounded up. */
export function thousandths(value: QuantityValue): number {
  const { billionths } = parseQuantity(value);
  return Number((billionths + 999_999n) / 1_000_000n);
}
