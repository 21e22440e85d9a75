import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Diagnostic, UserError } from '../../diagnostics.ts';
import type { Bundle, Bundler } from '../../dev/bundler.ts';
import { durationText } from '../../dev/duration-text.ts';
import type { FaultInjection, InjectedFault } from '../../dev/fault-injection.ts';
import { chaosLine, faultLine } from '../../dev/fault-line.ts';
import { isWorthShowing, logText, readLogLine } from '../../dev/log-line.ts';
import { missingMarkers, placeForMarkers, withLines } from '../../dev/missing-markers.ts';
import { openUrl } from '../../dev/page/open-url.ts';
import type { CrashPoint, FaultRates } from '../../dev/page/model/messages.ts';
import type { Page } from '../../dev/page/page.ts';
import { stuckReconcile } from '../../dev/page/stuck-reconcile.ts';
import { OperatorProcess, type OperatorProcessOptions } from '../../dev/operator-process.ts';
import type { DevProject } from '../../dev/dev-project.ts';
import type { OperatorPermissions } from '../../dev/permissions/operator-permissions.ts';
import { RunReport } from '../../dev/run-report.ts';
import type { TypeCheck, TypeChecker } from '../../dev/type-check.ts';
import { Disk } from '../../disk/disk.ts';
import { applyPlan } from '../../scaffold/files/apply-plan.ts';
import type { ActionContext } from '../action-context.ts';
import type { ActionResult, ChangedFile } from '../action-result.ts';
import { FileWatch } from '../manifests/file-watch.ts';
import { writeManifests } from '../manifests/write-manifests.ts';

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
  operator: Omit<OperatorProcessOptions, 'onRun' | 'onStatistics' | 'onLine' | 'onExit'>;
  /** Writes the kubeconfig of the operator, and returns its path. */
  kubeconfigOfOperator: () => Promise<string>;
}

/** A reconcile, as the runtime records it. */
type RecordedRun = Parameters<OperatorProcessOptions['onRun']>[0];

/** What `--json` prints about a restart, a reconcile, and so on. */
interface DevEvent {
  event:
    'manifests' | 'operator' | 'run' | 'log' | 'output' | 'samples' | 'types' | 'page' | 'chaos' | 'fault';
  [field: string]: unknown;
}

/** Generates, bundles, applies and restarts after every change. No error in the project ends it. */
export class DevLoop {
  readonly #options: DevLoopOptions;
  readonly #changes: FileWatch;
  #disk = new Disk();
  #sources: readonly string[] = [];
  #operator: OperatorProcess | undefined;
  #kubeconfig: string | undefined;
  #runningHash: string | undefined;
  #isApplied = false;
  #wantsRestart = false;
  #wantsSamples: boolean;
  #hadTypeErrors = false;
  /** Markers that were reported since the last restart. */
  readonly #reportedMarkers = new Set<string>();
  readonly #runs: RunReport;

  constructor(options: DevLoopOptions) {
    this.#options = options;
    this.#wantsSamples = options.samples;
    this.#runs = new RunReport({ root: options.root, paint: options.context.paint });
    this.#changes = new FileWatch(options.root, options.signal);
  }

  /** Resolves once the signal has aborted and the operator has stopped. */
  async run(): Promise<void> {
    const ignoreKeys = this.#options.context.keys?.((key) => this.#press(key));
    if (this.#options.faults.state.active) await this.#reportChaos();
    try {
      do {
        await this.#reload();
        this.#changes.watch([...this.#disk.asked, ...this.#sources]);
      } while (await this.#changes.next());
    } finally {
      ignoreKeys?.();
      this.#options.types.cancel();
      await this.#operator?.stop();
    }
  }

  #press(key: string): void {
    if (key === 'q') this.#options.quit();
    else if (key === 's') void this.#applySamples();
    else if (key === 'o') void this.#openPage();
    else if (key === 'c') this.injectFaults(!this.#options.faults.state.active);
    else if (key === 'k') void this.killOperator();
    else if (key === 'r') this.#restartSoon();
  }

  async #openPage(): Promise<void> {
    const { page } = this.#options;
    if (page === undefined || (await openUrl(page.url))) return;
    const text = `cannot start a browser: open ${page.url}`;
    await this.#report(async () => this.#event({ event: 'page', url: page.url }, text));
  }

  async #reload(): Promise<void> {
    const began = performance.now();
    // esbuild and the compiler work in other processes, at the same time.
    const bundling = this.#bundle();
    const checking = this.#options.types.check();
    // The first start needs the kinds and the role. Later, new code starts while the manifests are generated.
    const isFirst = !this.#isApplied;
    const first = isFirst ? await this.#applyManifests() : undefined;
    const bundle = await bundling;
    let isHeld = false;
    if ('hash' in bundle) {
      const isStale = bundle.hash !== this.#runningHash || this.#operator?.runs !== true;
      if (isStale || this.#wantsRestart || first?.changed === true) {
        isHeld = await this.#isHeld(checking);
        if (!isHeld) await this.#restart(began, bundle);
      }
    }
    const { changed, reported } = first ?? (await this.#applyManifests());
    if (!isFirst && changed && this.#operator !== undefined && 'hash' in bundle)
      await this.#restart(began, isHeld ? undefined : bundle);
    if ('hash' in bundle) void checking.then((result) => this.#reportTypes(result, isHeld));
    else await this.#reportFailure(without(bundle.error, reported));
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

  /** Whether the running operator should stay because of type errors in the new code. */
  async #isHeld(checking: Promise<TypeCheck>): Promise<boolean> {
    if (this.#operator?.runs !== true || this.#wantsRestart) return false;
    const result = await this.#options.types.soon(checking);
    return Array.isArray(result) && result.some((problem) => this.#isWatched(problem));
  }

  /** A change of other files, such as tests, does not reload: an error there must not stop new code. */
  #isWatched({ place }: Diagnostic): boolean {
    const path = resolve(this.#options.root, place?.file ?? '');
    const watched = [...this.#sources, ...this.#disk.asked];
    return watched.includes(path) || watched.includes(dirname(path));
  }

  /** Generates and applies the manifests. If they differ, the operator has to start again: its watches may be backing off. */
  async #applyManifests(): Promise<{ changed: boolean; reported: readonly Diagnostic[] }> {
    let files: readonly ChangedFile[] | undefined;
    let reported: readonly Diagnostic[] = [];
    await this.#report(async () => {
      this.#disk = new Disk(this.#disk);
      const { context, root } = this.#options;
      const writing = writeManifests(context, root, { cache: false }, { disk: this.#disk });
      const result = await writing.catch((error: unknown) => {
        if (error instanceof UserError) reported = error.diagnostics;
        throw error;
      });
      files = result.changed ?? [];
      const written = files.map(({ path }) => path).join(', ');
      return { ...result, text: written === '' ? '' : `wrote ${written}` };
    });
    if (this.#isApplied && (files === undefined || files.length === 0)) return { changed: false, reported };
    await this.#report(async () => {
      const diagnostics = await this.#options.project.apply();
      this.#isApplied = true;
      this.#options.permissions?.read();
      await this.#options.page?.watchKinds();
      return this.#event({ event: 'manifests', changed: files }, '', diagnostics);
    });
    return { changed: true, reported };
  }

  /** Starts a bundle, or the previous one again. */
  async #restart(began: number, bundle: Bundle | undefined): Promise<void> {
    if (this.#options.signal.aborted) return;
    await this.#operator?.stop();
    this.#showOperator('starting');
    this.#wantsRestart = false;
    this.#reportedMarkers.clear();
    this.#runs.forget();
    const isFirst = this.#runningHash === undefined;
    await this.#report(async () => {
      await bundle?.write();
      this.#kubeconfig ??= await this.#options.kubeconfigOfOperator();
      const { faults, operator, permissions } = this.#options;
      faults.restarted();
      permissions?.restarted();
      this.#operator = new OperatorProcess({
        ...operator,
        env: { ...operator.env, KUBECONFIG: this.#kubeconfig },
        onRun: (run) => this.#onRun(run),
        onStatistics: (statistics) => this.#options.page?.publish('statistics', statistics),
        onLine: (line) => this.#onLine(line),
        onExit: (problem) => {
          this.#showOperator('stopped', problem.message);
          void this.#reportFailure(new UserError(problem));
        },
      });
      this.#showOperator('running');
      this.#runningHash = bundle?.hash ?? this.#runningHash;
      const after = performance.now() - began;
      const text = `${isFirst ? 'started' : 'restarted'} the operator after ${durationText(after)}`;
      const keys = isFirst && this.#options.context.keys !== undefined ? ` · ${keysHelp}` : '';
      return this.#event({ event: 'operator', state: 'started', after }, text + keys);
    });
    if (!this.#options.project.hasWebhooks) await this.#applyWantedSamples();
  }

  #showOperator(state: 'starting' | 'running' | 'stopped', message?: string): void {
    const since = this.#options.context.now().toISOString();
    this.#options.page?.showOperator({ state, since, ...(message !== undefined && { message }) });
  }

  /** Starts or stops injecting faults. */
  injectFaults(active: boolean, rates?: FaultRates): void {
    const { faults } = this.#options;
    if (active) faults.activate(rates);
    else faults.deactivate();
    void this.#reportChaos();
  }

  /** Kills the operator without a graceful stop, and starts it again. */
  killOperator(): Promise<void> {
    return this.#kill('killed the operator');
  }

  /** Lets the operator crash at one of its next writes. */
  crashAt(crash: CrashPoint): void {
    this.#options.faults.crashAt(crash);
  }

  /** Kills the operator at a write. */
  async crashOperator({ response, writes }: CrashPoint): Promise<void> {
    // The response is on its way.
    if (response === 'delivered') await delay(crashDelay);
    const when = response === 'lost' ? 'before it received' : 'after it received';
    const which = writes === 1 ? 'the next write' : `${writes} writes`;
    await this.#kill(`killed the operator after ${which}, ${when} the response`);
  }

  /** Reports a fault that was injected into a request. */
  reportFault(injected: InjectedFault): void {
    const { context } = this.#options;
    const { access, fault } = injected;
    const text = context.paint('yellow', faultLine(injected));
    void this.#report(async () => this.#event({ event: 'fault', fault, ...access }, text));
  }

  #reportChaos(): Promise<void> {
    const { active, rates, seed } = this.#options.faults.state;
    const text = chaosLine(this.#options.faults.state);
    return this.#report(async () => this.#event({ event: 'chaos', active, seed, faults: rates }, text));
  }

  async #kill(text: string): Promise<void> {
    if (this.#operator?.runs !== true) return;
    await this.#operator.kill();
    await this.#report(async () => this.#event({ event: 'operator', state: 'killed' }, text));
    this.#restartSoon();
  }

  #restartSoon(): void {
    this.#wantsRestart = true;
    this.#changes.notice();
  }

  #onRun(run: RecordedRun): void {
    this.#options.page?.addRun(run);
    void this.#report(async () => this.#event({ event: 'run', run }, this.#runs.of(run)));
    const { error } = run;
    if (error?.missingMarkers !== undefined) this.#reportMarkers(error.missingMarkers, run.controller);
  }

  #onLine(line: string): void {
    const log = readLogLine(line);
    if (log === undefined) return void this.#report(async () => this.#event({ event: 'output', line }, line));
    const stuck = stuckReconcile(log, this.#options.context.now());
    if (stuck !== undefined) this.#options.page?.addStuck(stuck);
    if (log.message === 'serving webhooks') void this.#applyWantedSamples();
    const { markers } = log.fields;
    if (Array.isArray(markers)) return this.#reportMarkers(markers.map(String), undefined);
    if (isWorthShowing(log))
      void this.#report(async () => this.#event({ event: 'log', ...log }, logText(log)));
  }

  #reportMarkers(markers: readonly string[], controller: string | undefined): void {
    const { fix, root } = this.#options;
    const added = markers.filter((marker) => !this.#reportedMarkers.has(marker));
    if (added.length === 0) return;
    for (const marker of added) this.#reportedMarkers.add(marker);
    const place = placeForMarkers(root, controller);
    this.#options.permissions?.missing(added, place);
    void this.#report(async () => {
      if (fix && place !== undefined) {
        const before = readFileSync(join(root, place.file), 'utf8');
        const content = withLines(before, place.line, added);
        applyPlan(root, [{ path: place.file, action: 'update', content, before }]);
        const text = added.map((marker) => `${place.file}:${place.line}: added ${marker}`).join('\n');
        return { data: null, text, changed: [{ path: place.file, action: 'update' }] };
      }
      return { data: null, text: '', diagnostics: missingMarkers(added, place) };
    });
  }

  async #reportTypes(result: TypeCheck, isHeld: boolean): Promise<void> {
    if (!Array.isArray(result)) return;
    const diagnostics: readonly Diagnostic[] = result;
    const isFixed = diagnostics.length === 0 && this.#hadTypeErrors;
    if (diagnostics.length === 0 && !isFixed) return;
    this.#hadTypeErrors = diagnostics.length > 0;
    const { keys } = this.#options.context;
    const escape = keys === undefined ? '' : ' · r starts the new one anyway';
    const text = isFixed ? 'no type errors' : isHeld ? `the previous build keeps running${escape}` : '';
    await this.#report(async () =>
      this.#event({ event: 'types', errors: diagnostics.length, held: isHeld }, text, diagnostics),
    );
  }

  async #applyWantedSamples(): Promise<void> {
    if (!this.#wantsSamples) return;
    this.#wantsSamples = false;
    await this.#applySamples();
  }

  #applySamples(): Promise<void> {
    return this.#report(async () => {
      const objects = await this.#options.project.applySamples();
      const text =
        objects.length === 0 ? 'config/samples contains no objects' : `applied ${objects.join(', ')}`;
      return this.#event({ event: 'samples', objects }, text);
    });
  }

  #event(data: DevEvent, text: string, diagnostics: readonly Diagnostic[] = []): ActionResult {
    return { data, text, diagnostics };
  }

  #reportFailure(error: unknown): Promise<void> {
    return this.#report(async () => {
      throw error;
    });
  }

  #report(run: () => Promise<ActionResult>): Promise<void> {
    return this.#options.context.repeatedRuns.report(run);
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

const keysHelp = 'r restart · s apply samples · o open the page · c chaos on/off · k kill · q quit';

/** Milliseconds in which a response reaches the operator, whose other requests wait until then. */
const crashDelay = 20;
