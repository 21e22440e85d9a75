import type { Client } from '../../src/client/client.ts';
import { Cache } from '../../src/cache/cache.ts';
import { ObjectFilter } from '../../src/controller/object-filter.ts';
import { ControllerBuilder, type PrimaryControllerBuilder } from '../../src/controller/controller-builder.ts';
import type { Controller, ControllerOptions } from '../../src/controller/controller.ts';
import type { Predicate } from '../../src/controller/predicates.ts';
import { ReconcileMetrics } from '../../src/controller/reconcile-metrics.ts';
import type { ReconcileContext } from '../../src/controller/reconciler.ts';
import { done, type Request, type Result } from '../../src/controller/result.ts';
import type { SourceOptions } from '../../src/controller/source-options.ts';
import type { Tracer } from '../../src/tracing/tracing.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { describeCause } from '../../src/queue/cause.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { ScriptedServer, type ScriptedWatch } from '../support/scripted-server.ts';

export interface Run {
  request: Request;
  context: ReconcileContext;
}

/** A controller for Memcached with its dependencies, driven by a test. */
export class Subject {
  readonly clock = new FakeClock();
  readonly server = new ScriptedServer();
  readonly log = new RecordingLogger();
  readonly runs: Run[] = [];
  readonly metrics = new Metrics();
  filter = new ObjectFilter();
  tracer: Tracer | undefined;
  liveClient: Client | undefined;
  predicates: readonly Predicate<Memcached>[] | undefined;
  priority: SourceOptions<Memcached>['priority'];
  /** What each reconcile does after it is recorded. */
  behaviour: (run: Run) => Promise<Result> = async () => done;
  readonly cache = new Cache({
    client: this.server.client,
    clock: this.clock,
    random: () => 0,
    log: this.log,
    freeze: true,
    namespaces: undefined,
  });
  controller: Controller | undefined;

  /** Starts the controller with an initial list of the `existing` objects. */
  async start(
    existing: Memcached[] = [],
    more: (builder: PrimaryControllerBuilder) => PrimaryControllerBuilder = (builder) => builder,
    options: ControllerOptions = {},
  ): Promise<this> {
    const { cache, clock, log } = this;
    const host = {
      cache,
      clock,
      random: () => 0.5,
      log,
      metrics: new ReconcileMetrics(this.metrics),
      filter: this.filter,
      tracer: this.tracer,
      ...(this.liveClient && { liveClient: this.liveClient }),
      register: () => undefined,
    };
    const builder = new ControllerBuilder(host, 'memcached');
    this.controller = more(
      builder.for(Memcached, { predicates: this.predicates, priority: this.priority }).withOptions(options),
    ).reconcileWith({
      reconcile: (request, context) => {
        this.runs.push({ request, context });
        return this.behaviour({ request, context });
      },
    });
    cache.start();
    void this.controller.start();
    await settle();
    for (const object of existing) this.watch(0).send('ADDED', object);
    for (const watch of this.server.watches) watch.bookmark(10, { endsInitialEvents: true });
    await settle();
    return this;
  }

  watch(index: number): ScriptedWatch {
    const watch = this.server.watches[index];
    if (watch === undefined) throw new Error(`no watch ${index}`);
    return watch;
  }

  get names(): string[] {
    return this.runs.map(({ request }) => request.name);
  }

  /** The causes of the last run. */
  get causes(): string[] {
    return this.runs.at(-1)?.context.causes.map(describeCause) ?? [];
  }
}
