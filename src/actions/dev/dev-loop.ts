import { dirname, resolve } from 'node:path';
import { type Diagnostic, UserError } from '../../diagnostics.ts';
import type { Bundle, Bundler } from '../../dev/bundler.ts';
import type { DevProject } from '../../dev/dev-project.ts';
import type { FaultInjection } from '../../dev/fault-injection.ts';
import { openUrl } from '../../dev/page/open-url.ts';
import type { Page } from '../../dev/page/page.ts';
import type { OperatorPermissions } from '../../dev/permissions/operator-permissions.ts';
import type { TypeCheck, TypeChecker } from '../../dev/type-check.ts';
import type { ActionContext } from '../action-context.ts';
import { FileWatch } from '../manifests/file-watch.ts';
import { press } from './dev-keys.ts';
import { DevManifests } from './dev-manifests.ts';
import { DevOperator, type DevOperatorOptions } from './dev-operator.ts';
import { DevReports } from './dev-reports.ts';
import { DevSamples } from './dev-samples.ts';
import { MissingPermissions } from './missing-permissions.ts';
import { OperatorControls } from './operator-controls.ts';
import { OperatorReports } from './operator-reports.ts';
import { TypeReports } from './type-reports.ts';

export interface DevLoopOptions {
  context: ActionContext;
  root: string;
  project: DevProject;
  bundler: Bundler;
  types: TypeChecker;
  /** Shows the objects and the reconciles. */
  page: Page | undefined;
  /** Shows what the operator may do, with the page. */
  permissions: OperatorPermissions | undefined;
  /** What stands between the operator and the API server. */
  faults: FaultInjection;
  /** Apply the samples once the operator runs. */
  samples: boolean;
  /** Add missing markers to the sources. */
  fix: boolean;
  /** Aborted at the end. */
  signal: AbortSignal;
  quit: () => void;
  operator: DevOperatorOptions['process'];
  /** Writes the kubeconfig of the operator, and returns its path. */
  kubeconfigOfOperator: () => Promise<string>;
}

/** Generates, bundles, applies and restarts after every change. No error in the project ends it. */
export class DevLoop {
  readonly #options: DevLoopOptions;
  readonly #changes: FileWatch;
  readonly #reports: DevReports;
  readonly #manifests: DevManifests;
  readonly #operator: DevOperator;
  readonly #samples: DevSamples;
  readonly #types: TypeReports;
  readonly controls: OperatorControls;
  #sources: readonly string[] = [];
  /** Start the operator even if nothing changed: new code despite its type errors, or after a kill what was running. */
  #wanted: 'new code' | 'running code' | undefined;

  constructor(options: DevLoopOptions) {
    const { context, faults, fix, page, permissions, project, root, samples: wanted, signal } = options;
    const reports = new DevReports(context);
    const samples = new DevSamples(project, { reports, wanted });
    const output = new OperatorReports({
      context,
      root,
      reports,
      page,
      missing: new MissingPermissions(root, { fix, permissions, reports }),
      onServing: () => void samples.applyOnce(),
    });
    const operator = new DevOperator({
      context,
      reports,
      output,
      faults,
      page,
      permissions,
      process: options.operator,
      kubeconfig: options.kubeconfigOfOperator,
    });
    this.#options = options;
    this.#changes = new FileWatch(root, signal);
    this.#reports = reports;
    this.#manifests = new DevManifests({
      context,
      root,
      project,
      reports,
      async onApplied() {
        permissions?.read();
        await page?.watchKinds();
      },
    });
    this.#operator = operator;
    this.#samples = samples;
    this.#types = new TypeReports(reports, { hasKeys: context.keys !== undefined });
    this.controls = new OperatorControls({
      context,
      reports,
      faults,
      operator,
      restart: () => this.#startSoon('running code'),
    });
  }

  /** Resolves once the signal has aborted and the operator has stopped. */
  async run(): Promise<void> {
    const ignoreKeys = this.#options.context.keys?.((key) => this.#press(key));
    if (this.#options.faults.state.active) await this.controls.reportChaos();
    try {
      do await this.#reload();
      while (await this.#changes.next());
    } finally {
      ignoreKeys?.();
      this.#options.types.cancel();
      await this.#operator.stop();
    }
  }

  #press(key: string): void {
    press(
      {
        r: () => this.#startSoon('new code'),
        s: () => this.#samples.apply(),
        o: () => this.#openPage(),
        c: () => this.controls.toggleFaults(),
        k: () => this.controls.killOperator(),
        q: () => this.#options.quit(),
      },
      key,
    );
  }

  async #openPage(): Promise<void> {
    const { page } = this.#options;
    if (page === undefined || (await openUrl(page.url))) return;
    await this.#reports.event({ event: 'page', url: page.url }, `cannot start a browser: open ${page.url}`);
  }

  async #reload(): Promise<void> {
    const began = performance.now();
    // esbuild and the compiler work in other processes, at the same time.
    const bundling = this.#bundle();
    const checking = this.#options.types.check();
    // The first start needs the kinds and the role. Later, new code starts while the manifests are generated.
    const isFirst = !this.#manifests.isApplied;
    const first = isFirst ? await this.#manifests.apply() : undefined;
    const bundle = await bundling;
    // With --fix, the sources change as soon as the operator has started.
    this.#watch();
    const isHeld = 'hash' in bundle && (await this.#isHeld(bundle, checking));
    const fresh = 'hash' in bundle && !isHeld ? bundle : undefined;
    const isStale = fresh !== undefined && (first?.changed === true || !this.#operator.isRunning(fresh));
    if (isStale || (this.#wanted !== undefined && this.#operator.hasStarted))
      await this.#restart(began, fresh);
    const { changed, reported } = first ?? (await this.#manifests.apply());
    // The watches of the operator may be backing off, because it lacked a kind or a permission.
    if (!isFirst && changed && this.#operator.hasStarted && 'hash' in bundle)
      await this.#restart(began, fresh);
    this.#watch();
    if ('hash' in bundle) void checking.then((result) => this.#types.report(result, isHeld));
    else await this.#reports.failure(without(bundle.error, reported));
  }

  async #bundle(): Promise<Bundle | { error: unknown }> {
    try {
      const bundle = await this.#options.bundler.bundle();
      this.#sources = bundle.sources;
      return bundle;
    } catch (error) {
      return { error };
    }
  }

  #watch(): void {
    this.#changes.watch([...this.#manifests.sources, ...this.#sources]);
  }

  /** Whether the previous build should run on, or again after a kill, because of type errors in the new code. */
  async #isHeld(bundle: Bundle, checking: Promise<TypeCheck>): Promise<boolean> {
    if (this.#wanted === 'new code' || this.#operator.has(bundle)) return false;
    if (!this.#operator.runs && this.#wanted === undefined) return false;
    const result = await this.#options.types.soon(checking);
    return Array.isArray(result) && result.some((problem) => this.#isWatched(problem));
  }

  /** A change of other files, such as tests, does not reload: an error there must not stop new code. */
  #isWatched({ place }: Diagnostic): boolean {
    const path = resolve(this.#options.root, place?.file ?? '');
    const watched = [...this.#sources, ...this.#manifests.sources];
    return watched.includes(path) || watched.includes(dirname(path));
  }

  /** Starts a bundle, or the previous one again. */
  async #restart(began: number, bundle: Bundle | undefined): Promise<void> {
    if (this.#options.signal.aborted) return;
    this.#wanted = undefined;
    await this.#operator.restart(began, bundle);
    if (!this.#options.project.hasWebhooks) await this.#samples.applyOnce();
  }

  #startSoon(wanted: 'new code' | 'running code'): void {
    if (this.#wanted !== 'new code') this.#wanted = wanted;
    this.#changes.notice();
  }
}

/** The error without the problems at lines for which another one is reported. */
function without(error: unknown, reported: readonly Diagnostic[]): unknown {
  if (!(error instanceof UserError)) return error;
  const known = new Set(reported.map(lineOf));
  return new UserError(error.diagnostics.filter((each) => !known.has(lineOf(each))));
}

function lineOf({ place }: Diagnostic): string {
  return `${place?.file}:${place?.line}`;
}
