import type { Clock } from '@opgen/runtime';
import type { HPAScalingRules, HorizontalPodAutoscaler } from '@opgen/runtime/kinds/autoscaling/v2';

/** A reason and a message of a condition. */
export interface Explanation {
  readonly reason: string;
  readonly message: string;
}

/** The replicas after stabilization and limits, and why. */
export interface Limited {
  readonly replicas: number;
  readonly stabilized?: Explanation;
  readonly isLimited: boolean;
  readonly limit: Explanation;
}

interface Recommendation {
  readonly replicas: number;
  readonly at: number;
}

interface ScaleEvent {
  readonly change: number;
  readonly at: number;
}

const usualWindow = 300;

const withinRange = {
  reason: 'DesiredWithinRange',
  message: 'the desired count is within the acceptable range',
};
const tooMany = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const tooFew = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};
const tooFast = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
};
const tooFastDown = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
};
const heldDown = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};
const heldUp = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};

/** What one autoscaler recommended and did, which limits what it does next. */
export class ScalingHistory {
  readonly #clock: Clock;
  #recommendations: Recommendation[];
  #events: ScaleEvent[] = [];

  constructor(clock: Clock, current: number) {
    this.#clock = clock;
    this.#recommendations = [{ replicas: current, at: clock.now() }];
  }

  /** Records that the target was scaled. */
  scaled(change: number): void {
    this.#events = [
      ...this.#events.filter((each) => this.#isWithin(each.at, 1800)),
      { change, at: this.#clock.now() },
    ];
  }

  /** Limits a recommendation to the range of the autoscaler and its behavior. */
  limit({ spec }: HorizontalPodAutoscaler, current: number, recommended: number): Limited {
    const { behavior, minReplicas = 1, maxReplicas } = spec;
    const stable = this.#stabilized(current, recommended, behavior);
    const { replicas, limit } =
      behavior === undefined
        ? usualLimit(current, stable, minReplicas, maxReplicas)
        : this.#byRate(current, stable, minReplicas, maxReplicas, behavior);
    const held = recommended >= current && behavior !== undefined ? heldDown : heldUp;
    return {
      replicas,
      limit,
      isLimited: replicas !== stable,
      ...(stable !== recommended && { stabilized: held }),
    };
  }

  #stabilized(
    current: number,
    recommended: number,
    behavior: HorizontalPodAutoscaler['spec']['behavior'],
  ): number {
    const recent = (seconds: number): number[] =>
      this.#recommendations.filter(({ at }) => this.#isWithin(at, seconds)).map(({ replicas }) => replicas);
    const { scaleUp, scaleDown } = behavior ?? {};
    const down = recent(scaleDown?.stabilizationWindowSeconds ?? usualWindow);
    const highest = Math.max(recommended, ...down);
    const lowest = Math.min(recommended, ...recent(scaleUp?.stabilizationWindowSeconds ?? 0));
    const stable = behavior === undefined ? highest : Math.min(Math.max(current, lowest), highest);
    const kept = this.#recommendations.filter(({ at }) => this.#isWithin(at, 3600));
    this.#recommendations = [...kept, { replicas: recommended, at: this.#clock.now() }];
    return stable;
  }

  #byRate(
    current: number,
    desired: number,
    min: number,
    max: number,
    { scaleUp = {}, scaleDown = {} }: NonNullable<HorizontalPodAutoscaler['spec']['behavior']>,
  ): { replicas: number; limit: Explanation } {
    if (desired > current) {
      const fastest = Math.max(current, this.#furthest(current, scaleUp, 1));
      const most = Math.min(max, fastest);
      return desired > most
        ? { replicas: most, limit: max > fastest ? tooFast : tooMany }
        : { replicas: desired, limit: withinRange };
    }
    if (desired < current) {
      const fastest = Math.min(current, this.#furthest(current, scaleDown, -1));
      const fewest = Math.max(min, fastest);
      return desired < fewest
        ? { replicas: fewest, limit: min < fastest ? tooFastDown : tooFew }
        : { replicas: desired, limit: withinRange };
    }
    return { replicas: desired, limit: withinRange };
  }

  /** How far the policies allow the replicas to move in a direction. */
  #furthest(
    current: number,
    { policies = [], selectPolicy = 'Max' }: HPAScalingRules,
    direction: 1 | -1,
  ): number {
    if (selectPolicy === 'Disabled') return current;
    const reached = policies.map(({ type, value, periodSeconds }) => {
      const changed = this.#events
        .filter(({ at }) => this.#isWithin(at, periodSeconds))
        .reduce((sum, { change }) => sum + change, 0);
      const start = current - changed;
      if (type === 'Pods') return start + direction * value;
      const portion = start * (1 + (direction * value) / 100);
      return direction === 1 ? Math.ceil(portion) : Math.trunc(portion);
    });
    const isHighest = (selectPolicy === 'Max') === (direction === 1);
    return isHighest ? Math.max(...reached) : Math.min(...reached);
  }

  #isWithin(at: number, seconds: number): boolean {
    return at > this.#clock.now() - seconds * 1000;
  }
}

/** Without a behavior, the replicas at most double, or become four. */
function usualLimit(
  current: number,
  desired: number,
  min: number,
  max: number,
): { replicas: number; limit: Explanation } {
  const fastest = Math.max(2 * current, 4);
  const most = Math.min(max, fastest);
  if (desired < min) return { replicas: min, limit: tooFew };
  if (desired > most) return { replicas: most, limit: max > fastest ? tooFast : tooMany };
  return { replicas: desired, limit: withinRange };
}
