import { createLogger, Manager } from '@opgen/runtime';
import type { Run } from '@opgen/runtime/runs';
import type { Transport } from '@opgen/runtime/transport';
import { startCluster } from '../cluster.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import type { OperatorScenario, ScenarioCluster } from './scenario.ts';
import { WriteLog } from './write-log.ts';

interface RunningOperator {
  readonly stop: AbortController;
  readonly stopped: Promise<unknown>;
  /** The last run of each object by each controller. */
  readonly runs: Map<string, Run>;
}

/** A run of a scenario on its own cluster. */
export class ScenarioRun {
  readonly cluster: ScenarioCluster;
  /** What all operators of this run write. */
  readonly writes: WriteLog;
  readonly #scenario: OperatorScenario;
  #operator: RunningOperator | undefined;

  private constructor(scenario: OperatorScenario, cluster: ScenarioCluster, transport: Transport) {
    this.#scenario = scenario;
    this.cluster = cluster;
    this.writes = new WriteLog(transport, cluster.transport);
  }

  /** Runs a function with a new cluster, on which no operator runs yet. */
  static async with<T>(scenario: OperatorScenario, play: (run: ScenarioRun) => Promise<T>): Promise<T> {
    const end = new AbortController();
    const clock = new VirtualClock(thisMinute());
    const cluster: ScenarioCluster = { ...(await startCluster({ ...scenario.cluster, clock })), clock };
    let run: ScenarioRun | undefined;
    try {
      await scenario.prepare?.(cluster, end.signal);
      const transport = (await scenario.connect?.(cluster)) ?? cluster.transport;
      run = new ScenarioRun(scenario, cluster, transport);
      return await play(run);
    } finally {
      try {
        await run?.kill();
      } finally {
        end.abort();
        await cluster.stop();
      }
    }
  }

  /** Starts the operator; with another transport for one that fails. */
  async startOperator(transport: Transport = this.writes): Promise<void> {
    const { clock } = this.cluster;
    const log = createLogger({ level: 'silent' });
    const manager = new Manager({ transport, clock, log, runs: {}, webhooks: { bindAddress: '0' } });
    const runs = new Map<string, Run>();
    manager.runs.subscribe((run) => runs.set(JSON.stringify([run.controller, run.object]), run));
    await this.#scenario.setup(manager, this.cluster);
    const stop = new AbortController();
    const stopped = manager.start(stop.signal).catch((error: unknown) => error);
    const operator = (this.#operator = { stop, stopped, runs });
    const failure = await manager.ready.catch(() => stopped);
    if (failure !== undefined && this.#operator === operator) throw failure;
  }

  /** Stops it as SIGTERM does. */
  async stopOperator(): Promise<void> {
    const operator = this.#operator;
    this.#operator = undefined;
    operator?.stop.abort();
    const failure = await operator?.stopped;
    if (failure !== undefined) throw failure;
  }

  /** Ends it at once, whatever it does. Its transport should fail by now. */
  async kill(): Promise<void> {
    const operator = this.#operator;
    this.#operator = undefined;
    operator?.stop.abort();
    const stopped = operator?.stopped.then(() => true);
    if (stopped === undefined) return;
    // A reconcile may wait for the clock; the grace period ends by it, too.
    for (let by = 0; ; by = 1_000) {
      const passed = this.cluster.clock.advance(by).then(() => false);
      if (await Promise.race([stopped, passed])) return passed.then(() => undefined);
    }
  }

  /** Lets users act, and the operator complete its work. `rest` replaces `settled` of the cluster. */
  async act(rest: () => Promise<void> = () => this.rest()): Promise<void> {
    await this.#scenario.act({ ...this.cluster, settled: rest });
    await rest();
    this.#requireSuccess();
  }

  /** Resolves once the operator has completed its work; rejects if its last reconcile of an object failed. */
  async settled(waits: Pick<OperatorScenario, 'settleFor'> = this.#scenario): Promise<void> {
    await this.rest(waits);
    this.#requireSuccess();
  }

  /** Resolves once nothing moves; rejects if the operator never comes to rest. */
  async rest({ settleFor = 0 }: Pick<OperatorScenario, 'settleFor'> = this.#scenario): Promise<void> {
    await this.#moves(this.cluster.settled());
    if (settleFor === 0) return;
    await this.#moves(this.cluster.clock.advance(settleFor));
    await this.#moves(this.cluster.settled());
  }

  async #moves(movement: Promise<void>): Promise<void> {
    movement.catch(() => undefined);
    await Promise.race([movement, this.writes.loop]);
  }

  #requireSuccess(): void {
    const runs = [...(this.#operator?.runs.values() ?? [])];
    if (runs.length === 0)
      throw new Error('the operator reconciled nothing: `act` has to create an object that it watches');
    for (const { controller, kind, object, error } of runs) {
      if (error === undefined) continue;
      const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
      throw new Error(`reconcile of ${kind} ${name} by controller ${controller} fails: ${error.message}`);
    }
  }
}

/** All runs of a scenario start at the same second, so that the same schedules are due in each. */
function thisMinute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000;
}
