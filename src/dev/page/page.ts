import { createClient, type DiscoveredKind } from '@opgen/runtime';
import type { Run } from '@opgen/runtime/runs';
import type { Transport } from '@opgen/runtime/transport';
import { chooseKinds, kindsOfProject, type WatchedKind } from './kinds-of-project.ts';
import type { ClusterView, OperatorActions, OperatorView, StuckReconcile, Topics } from './model/messages.ts';
import { nameOf } from './model/run-patterns.ts';
import { type ActionHandlers, objectActions, pageFieldManager, type Simulation } from './object-actions.ts';
import { PageServer } from './page-server.ts';
import { PageState } from './page-state.ts';
import { WatchedObjects } from './watched-objects.ts';

export interface PageOptions {
  /** The page itself: see `readPage`. */
  html: string;
  /** The folder of the project. */
  root: string;
  project: string;
  cluster: Omit<ClusterView, 'simulated'>;
  /** Administrator of the cluster. */
  transport: Transport;
  /** Undefined for a cluster with real nodes. */
  simulation?: Simulation | undefined;
  /** Only objects in this namespace; for operators that watch one namespace. */
  namespace?: string | undefined;
  /** What people do to the operator in the page. */
  operator?: ActionHandlers<keyof OperatorActions> | undefined;
  port?: number | undefined;
  now: () => Date;
}

/** The page of `opgen dev`: watches the objects of the project, and shows them together with what the operator did. */
export class Page {
  readonly #options: PageOptions;
  readonly #state: PageState;
  readonly #server: PageServer;
  readonly #client;
  readonly #objects: WatchedObjects;
  #kinds: readonly WatchedKind[] = [];
  #stuck: readonly StuckReconcile[] = [];

  constructor(options: PageOptions) {
    this.#options = options;
    const { cluster, html, now, port, project, simulation, transport } = options;
    this.#client = createClient(transport, { fieldManager: pageFieldManager });
    const about = { project, cluster: { ...cluster, simulated: simulation !== undefined } };
    const state = new PageState(about, now);
    this.#state = state;
    this.#objects = new WatchedObjects(this.#client, {
      set: (object) => state.setObject(object),
      gone: (uid) => state.deleteObject(uid),
    });
    const actions = objectActions({
      client: this.#client,
      state,
      simulation,
      findKind: (apiVersion, kind) => this.#findKind(apiVersion, kind),
    });
    this.#server = new PageServer({ html, state, actions: { ...actions, ...options.operator }, port });
  }

  /** Rejects if the port is in use. */
  start(): Promise<void> {
    return this.#server.start();
  }

  /** With the token that grants access. */
  get url(): string {
    return this.#server.url;
  }

  /** Watches the kinds that the manifests of the project name now. Call it after they were applied. */
  async watchKinds(): Promise<void> {
    const { namespace, root } = this.#options;
    this.#kinds = chooseKinds(await this.#client.discover(), kindsOfProject(root));
    this.#state.setKinds(
      this.#kinds.map(({ kind, own }) => ({
        apiVersion: kind.apiVersion,
        kind: kind.kind,
        plural: kind.plural,
        namespaced: kind.scope === 'Namespaced',
        own,
        scalable: kind.subresources.includes('scale'),
      })),
    );
    this.#objects.watch(
      this.#kinds.map(({ kind }) => kind),
      namespace,
    );
  }

  addRun(run: Run): void {
    this.#state.addRun(run);
    const ended = nameOf(run.object);
    this.#setStuck(
      this.#stuck.filter(({ controller, name }) => controller !== run.controller || name !== ended),
    );
  }

  /** Shows that a reconcile is stuck, until it ends or the operator starts again. */
  addStuck(reconcile: StuckReconcile): void {
    const { controller, name } = reconcile;
    const others = this.#stuck.filter((each) => each.controller !== controller || each.name !== name);
    this.#setStuck([...others, reconcile]);
  }

  /** Shows the state of the operator's process. */
  showOperator(operator: OperatorView): void {
    if (operator.state !== 'running') this.#setStuck([]);
    this.publish('operator', operator);
  }

  /** Shows the latest value of a topic. */
  publish<Name extends keyof Topics>(name: Name, value: Topics[Name]): void {
    this.#state.publish(name, value);
  }

  async stop(): Promise<void> {
    this.#objects.stop();
    await this.#server.stop();
  }

  #setStuck(stuck: readonly StuckReconcile[]): void {
    if (stuck.length === 0 && this.#stuck.length === 0) return;
    this.#stuck = stuck;
    this.publish('stuck', stuck);
  }

  #findKind(apiVersion: string, name: string): DiscoveredKind | undefined {
    return this.#kinds.find(({ kind }) => kind.apiVersion === apiVersion && kind.kind === name)?.kind;
  }
}
