import { matchesRequirement, parseLabelSelector } from '@opgen/rules/selectors';
import { ApiError, type DiscoveredKind, type ObjectKey } from '@opgen/runtime';
import {
  HorizontalPodAutoscaler,
  type HorizontalPodAutoscalerCondition,
  type HorizontalPodAutoscalerStatus,
  type MetricStatus,
} from '@opgen/runtime/kinds/autoscaling/v2';
import type { Scale } from '@opgen/runtime/kinds/autoscaling/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { timestamp } from '../time.ts';
import { type Again, ofControllerManager, reconciler, waiting, type Workloads } from '../workloads.ts';
import { ScalingHistory } from './limits.ts';
import { MetricError, type MetricProposal, proposalOf, type Target } from './metric-proposal.ts';
import { thousandths } from './metrics.ts';

const name = 'horizontal-pod-autoscaler';
/** The controller looks at the metrics of each autoscaler once in this many milliseconds. */
const period = 15_000;
const usualTolerance = 0.1;

/** Scales what HorizontalPodAutoscalers point at, by the metrics that a test declares. */
export function addAutoscalerController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new AutoscalerController(workloads);
  manager
    .controller(name)
    .for(HorizontalPodAutoscaler)
    .withOptions(ofControllerManager)
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

/** When an autoscaler is due again, unless its spec changes before. */
interface Known {
  readonly spec: string;
  readonly dueAt: number;
  readonly history: ScalingHistory;
}

class AutoscalerController {
  readonly #workloads: Workloads;
  readonly #events;
  readonly #known = new Map<string, Known>();

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const autoscaler = await manager.client.find(HorizontalPodAutoscaler, key);
    if (autoscaler === undefined) return undefined;
    const { uid } = autoscaler.metadata;
    const spec = JSON.stringify(autoscaler.spec);
    const known = this.#known.get(uid);
    if (known?.spec === spec && known.dueAt > clock.now()) return waiting(known.dueAt - clock.now());
    const step = new Autoscaling(this.#workloads, this.#events, autoscaler, known?.history);
    await step.run();
    this.#known.set(uid, { spec, dueAt: clock.now() + period, history: step.history });
    return waiting(period);
  }
}

/** One look at one autoscaler. */
class Autoscaling {
  readonly #workloads: Workloads;
  readonly #events;
  readonly #autoscaler: HorizontalPodAutoscaler;
  #conditions: HorizontalPodAutoscalerCondition[];
  #history: ScalingHistory | undefined;

  constructor(
    workloads: Workloads,
    events: ReturnType<Workloads['manager']['eventRecorder']>,
    autoscaler: HorizontalPodAutoscaler,
    history: ScalingHistory | undefined,
  ) {
    this.#workloads = workloads;
    this.#events = events;
    this.#autoscaler = autoscaler;
    this.#history = history;
    this.#conditions = [...(autoscaler.status?.conditions ?? [])];
  }

  get history(): ScalingHistory {
    return (this.#history ??= new ScalingHistory(this.#workloads.clock, 0));
  }

  async run(): Promise<void> {
    const { spec, metadata, status } = this.#autoscaler;
    const { clock, manager } = this.#workloads;
    const { namespace = '' } = metadata;
    const target = { name: spec.scaleTargetRef.name, namespace };
    let kind: DiscoveredKind;
    let scale: Scale;
    try {
      kind = await this.#kind();
      scale = await manager.liveClient.getScale(kind, target);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const message = (error instanceof ApiError && error.status.message) || error.message;
      this.#events.warning(this.#autoscaler, 'FailedGetScale', message);
      const what = "the HPA controller was unable to get the target's current scale";
      this.#set('AbleToScale', 'False', 'FailedGetScale', `${what}: ${message}`);
      return this.#write({ ...status, desiredReplicas: status?.desiredReplicas ?? 0 });
    }
    const able = "the HPA controller was able to get the target's current scale";
    this.#set('AbleToScale', 'True', 'SucceededGetScale', able);
    const current = scale.spec?.replicas ?? 0;
    this.#history ??= new ScalingHistory(clock, current);
    const { desired, reason, metrics } = await this.#desired(scale, current);
    if (desired === undefined)
      return this.#write({
        ...this.#counted(current, status?.desiredReplicas ?? 0, metrics),
        ...(status?.lastScaleTime && { lastScaleTime: status.lastScaleTime }),
      });
    if (desired !== current) {
      await manager.liveClient.scale(kind, target, desired);
      const done = `the HPA controller was able to update the target scale to ${desired}`;
      this.#set('AbleToScale', 'True', 'SucceededRescale', done);
      this.#events.normal(this.#autoscaler, 'SuccessfulRescale', `New size: ${desired}; reason: ${reason}`);
      this.#history.scaled(desired - current);
    }
    const lastScaleTime = desired === current ? status?.lastScaleTime : timestamp(clock);
    return this.#write({
      ...this.#counted(current, desired, metrics),
      ...(lastScaleTime !== undefined && { lastScaleTime }),
    });
  }

  /** The kind that is scaled, in the preferred version of its group. */
  async #kind(): Promise<DiscoveredKind> {
    const { apiVersion = '', kind: wanted } = this.#autoscaler.spec.scaleTargetRef;
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const found = await this.#workloads.manager.mapper.find({ group, name: wanted });
    if (found === undefined) throw new Error(`no matches for kind "${wanted}" in group "${group}"`);
    return found;
  }

  /** The replicas to scale to; undefined if the metrics do not say. */
  async #desired(
    scale: Scale,
    current: number,
  ): Promise<{ desired?: number; reason: string; metrics: MetricStatus[] }> {
    const { minReplicas = 1, maxReplicas } = this.#autoscaler.spec;
    if (current === 0) {
      const message = 'scaling is disabled since the replica count of the target is zero';
      this.#set('ScalingActive', 'False', 'ScalingDisabled', message);
      return { desired: 0, reason: '', metrics: [] };
    }
    const outside = { metrics: [] };
    if (current > maxReplicas)
      return {
        ...outside,
        desired: maxReplicas,
        reason: 'Current number of replicas above Spec.MaxReplicas',
      };
    if (current < minReplicas)
      return {
        ...outside,
        desired: minReplicas,
        reason: 'Current number of replicas below Spec.MinReplicas',
      };
    const { proposal, metrics } = await this.#proposal(scale, current);
    if (proposal === undefined) return { reason: '', metrics };
    const limited = this.history.limit(this.#autoscaler, current, proposal.replicas);
    const { stabilized, isLimited, limit } = limited;
    const ready = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
    const able = stabilized ?? ready;
    this.#set('AbleToScale', 'True', able.reason, able.message);
    this.#set('ScalingLimited', isLimited ? 'True' : 'False', limit.reason, limit.message);
    const isGrowth = proposal.replicas > current;
    const reason = isGrowth ? `${proposal.name} above target` : 'All metrics below target';
    return { desired: limited.replicas, reason, metrics };
  }

  /** The largest proposal of all metrics. If some fail, it must not shrink the target. */
  async #proposal(
    scale: Scale,
    current: number,
  ): Promise<{ proposal?: MetricProposal; metrics: MetricStatus[] }> {
    const { metrics = [] } = this.#autoscaler.spec;
    const target = await this.#target(scale, current);
    if (target === undefined) return { metrics: [] };
    const errors: MetricError[] = [];
    const proposals = metrics.map((each): MetricProposal | undefined => {
      try {
        return proposalOf(each, target);
      } catch (error) {
        if (!(error instanceof MetricError)) throw error;
        this.#events.warning(this.#autoscaler, error.reason, error.message);
        errors.push(error);
        return undefined;
      }
    });
    const statuses = proposals.map((each): MetricStatus => each?.status ?? { type: '' });
    const proposal = proposals
      .filter((each) => each !== undefined)
      .reduce<MetricProposal | undefined>(
        (best, each) => (best === undefined || best.replicas < each.replicas ? each : best),
        undefined,
      );
    const [first] = errors;
    if (first !== undefined && (proposal === undefined || proposal.replicas < current)) {
      const message = `the HPA was unable to compute the replica count: ${first.message}`;
      this.#set('ScalingActive', 'False', first.reason, message);
      const all = `invalid metrics (${errors.length} invalid out of ${metrics.length}), first error is: ${first.full}`;
      this.#events.warning(this.#autoscaler, 'FailedComputeMetricsReplicas', all);
      return { metrics: statuses };
    }
    if (proposal === undefined) return { metrics: statuses };
    const found = `the HPA was able to successfully calculate a replica count from ${proposal.name}`;
    this.#set('ScalingActive', 'True', 'ValidMetricFound', found);
    return { proposal, metrics: statuses };
  }

  async #target(scale: Scale, specReplicas: number): Promise<Target | undefined> {
    const { manager, clock, metrics } = this.#workloads;
    const { namespace = '' } = this.#autoscaler.metadata;
    const { selector = '', replicas: statusReplicas = 0 } = scale.status ?? {};
    if (selector === '') {
      this.#events.warning(this.#autoscaler, 'SelectorRequired', 'selector is required');
      this.#set('ScalingActive', 'False', 'InvalidSelector', "the HPA target's scale is missing a selector");
      this.#events.warning(this.#autoscaler, 'FailedComputeMetricsReplicas', 'selector is required');
      return undefined;
    }
    const requirements = parseLabelSelector(selector);
    const { items } = await manager.client.list(Pod, { namespace });
    const pods = items.filter(({ metadata: { labels = {} } }) =>
      requirements.every((each) => matchesRequirement(each, labels)),
    );
    const { scaleUp, scaleDown } = this.#autoscaler.spec.behavior ?? {};
    const tolerances = { up: tolerance(scaleUp?.tolerance), down: tolerance(scaleDown?.tolerance) };
    return { namespace, pods, metrics, specReplicas, statusReplicas, tolerances, clock };
  }

  #counted(
    currentReplicas: number,
    desiredReplicas: number,
    currentMetrics: MetricStatus[],
  ): HorizontalPodAutoscalerStatus {
    return { currentReplicas, desiredReplicas, ...(currentMetrics.length > 0 && { currentMetrics }) };
  }

  #set(type: string, status: 'True' | 'False', reason: string, message: string): void {
    const old = this.#conditions.find((each) => each.type === type);
    const isSame = old?.status === status && old.lastTransitionTime !== undefined;
    const lastTransitionTime = isSame ? old.lastTransitionTime : timestamp(this.#workloads.clock);
    const next = { type, status, reason, message, ...(lastTransitionTime && { lastTransitionTime }) };
    this.#conditions =
      old === undefined
        ? [...this.#conditions, next]
        : this.#conditions.map((each) => (each === old ? next : each));
  }

  async #write(status: HorizontalPodAutoscalerStatus): Promise<void> {
    await this.#workloads.manager.client.patchStatus(HorizontalPodAutoscaler, this.#autoscaler, {
      ...status,
      conditions: this.#conditions,
    });
  }
}

function tolerance(value: string | number | undefined): number {
  return value === undefined ? usualTolerance : thousandths(value) / 1000;
}
