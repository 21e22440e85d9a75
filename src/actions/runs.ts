import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../diagnostics.ts';
import { RunReport } from '../dev/run-report.ts';
import { withDeployedOperator } from '../runs/deployed-operator.ts';
import { unreadableRuns } from '../runs/diagnostics.ts';
import { FollowedRuns } from '../runs/followed-runs.ts';
import {
  type FindSources,
  readRuns,
  type RecordedRun,
  RunsError,
  type RunSelection,
  type RunsSource,
} from '../runs/runs-source.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';

/** The options of `opgen runs`. */
export interface RunsOptions extends RunSelection {
  /** The metrics server of an operator, instead of the deployed one. */
  url?: string;
  /** A file with the bearer token for the URL. */
  tokenFile?: string;
  /** A file with the certificate authority of the URL. */
  certificateAuthority?: string;
  /** Accept every certificate. */
  insecureSkipTlsVerify?: boolean;
  /** A context of the kubeconfig instead of the current one. */
  context?: string;
  /** Use a token of this service account instead of that of the operator. */
  serviceAccount?: string;
  /** Print each run when it has ended, until Ctrl-C. */
  follow?: boolean;
  /** Begin each line with the time at which the run started. */
  timestamps?: boolean;
}

/** Shows the last reconciles that an operator has recorded. */
export async function runs(context: ActionContext, options: RunsOptions): Promise<ActionResult> {
  const { url } = options;
  const show = (find: FindSources): Promise<ActionResult> =>
    explained(options, () =>
      options.follow === true ? follow(context, options, find) : read(context, options, find),
    );
  if (url === undefined)
    return withDeployedOperator({ ...options, cwd: context.cwd, env: context.env }, show);
  const file = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : readFileSync(resolve(context.cwd, path), 'utf8');
  const source: RunsSource = {
    url,
    token: async () => file(options.tokenFile)?.trim(),
    tls: {
      ca: file(options.certificateAuthority),
      rejectUnauthorized: options.insecureSkipTlsVerify !== true,
    },
  };
  return show(async () => new Map([[url, source]]));
}

async function read(context: ActionContext, options: RunsOptions, find: FindSources): Promise<ActionResult> {
  const { interrupted = new AbortController().signal } = context;
  const sources = [...(await find()).values()];
  const answers = await Promise.allSettled(sources.map((source) => readRuns(source, options, interrupted)));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const [failure] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (found.length === 0) throw failure;
  // The replicas of an operator take turns as leader.
  const all = found.flat().toSorted((a, b) => Date.parse(a.started) - Date.parse(b.started));
  const textOf = runText(context, options);
  return { data: { runs: all }, text: all.length === 0 ? 'no runs' : all.map(textOf).join('\n') };
}

async function follow(
  context: ActionContext,
  options: RunsOptions,
  find: FindSources,
): Promise<ActionResult> {
  const { repeatedRuns } = context;
  const signal = repeatedRuns.begin();
  const textOf = runText(context, options);
  const onRun = (run: RecordedRun): void =>
    void repeatedRuns.report(async () => ({ data: { run }, text: textOf(run) }));
  await new FollowedRuns({ find, selection: options, onRun, signal }).run();
  return { data: {}, text: '' };
}

function runText(
  { cwd, paint }: ActionContext,
  { timestamps = false }: RunsOptions,
): (run: RecordedRun) => string {
  const report = new RunReport({ root: cwd, paint });
  return (run) => `${timestamps ? `${run.started} ` : ''}${report.of(run)}`;
}

/** Turns what the server answers into a diagnostic with the way out. */
async function explained<T>({ url }: RunsOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RunsError)) throw error;
    const where = url ?? 'the operator';
    throw new UserError(
      unreadableRuns({
        message: `cannot read the runs of ${where}: ${error.message}`,
        hint: hintFor(error, url),
      }),
    );
  }
}

function hintFor({ message, status }: RunsError, url: string | undefined): string {
  if (status === 401)
    return url === undefined ? 'pass another --service-account' : 'pass a --token-file with a valid token';
  if (status === 403)
    return 'allow get of the path /runs: kubectl create clusterrole runs-reader --verb=get --non-resource-url=/runs, and bind it to the service account';
  if (status === 404) return 'record runs: new Manager({ runs: {} }) in src/main.ts';
  if (/certificate/.test(message))
    return 'pass --certificate-authority <file>, or --insecure-skip-tls-verify';
  return url === undefined
    ? 'check the operator: opgen doctor'
    : 'start the operator with --metrics-bind-address, and check the address';
}
