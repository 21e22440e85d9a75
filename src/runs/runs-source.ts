import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { Run } from '@opgen/runtime/runs';

/** A reconcile, as the runtime records it. */
export type RecordedRun = Run;

/** The metrics server of an operator. */
export interface RunsSource {
  /** Such as `http://127.0.0.1:8080`, or with any host if `connect` connects to it. */
  readonly url: string;
  /** Returns a bearer token, called for each request; undefined for a server without authorization. */
  readonly token?: (() => Promise<string | undefined>) | undefined;
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized'> | undefined;
  /** Default: a TCP connection to the URL. */
  readonly connect?: (() => Promise<Duplex>) | undefined;
}

/** Finds the replicas of an operator that run now, by names that do not change. */
export type FindSources = () => Promise<ReadonlyMap<string, RunsSource>>;

/** Which runs to read; all by default. */
export interface RunSelection {
  readonly controller?: string | undefined;
  readonly kind?: string | undefined;
  /** `namespace/name`, or a name in any namespace. */
  readonly object?: string | undefined;
  /** Only those that failed. */
  readonly failed?: boolean | undefined;
}

/** The server does not answer with runs. */
export class RunsError extends Error {
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The recorded runs, oldest first. */
export async function readRuns(
  source: RunsSource,
  selection: RunSelection,
  signal: AbortSignal,
): Promise<Run[]> {
  const response = await send(source, pathOf(selection), signal);
  const { runs } = JSON.parse(await text(response)) as { runs: Run[] };
  return runs;
}

/** Calls back with the recorded runs and then with each one that ends. Resolves when the server ends the response. */
export async function followRuns(
  source: RunsSource,
  selection: RunSelection,
  { onRun, signal }: { onRun: (run: Run) => void; signal: AbortSignal },
): Promise<void> {
  const response = await send(source, pathOf(selection, 'follow'), signal);
  const lines = createInterface({ input: response })[Symbol.asyncIterator]();
  // The connection breaks when the operator stops, perhaps within a line.
  const next = async (): Promise<Run | undefined> => {
    try {
      const { done = false, value } = await lines.next();
      return done ? undefined : (JSON.parse(value as string) as Run);
    } catch {
      return undefined;
    }
  };
  for (let run = await next(); run !== undefined; run = await next()) onRun(run);
}

function pathOf({ controller, failed = false, kind, object }: RunSelection, ...flags: string[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ controller, kind, object }))
    if (value !== undefined) query.set(name, value);
  for (const flag of failed ? [...flags, 'failed'] : flags) query.set(flag, '');
  return query.size === 0 ? '/runs' : `/runs?${query}`;
}

async function send(
  { connect, tls = {}, token, url }: RunsSource,
  path: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isTls = url.startsWith('https:');
  const bearer = await token?.();
  const socket = await connect?.();
  const over = socket && (isTls ? connectTls({ ...tls, socket }) : socket);
  const options = {
    ...tls,
    ...(over && { createConnection: () => over }),
    ...(bearer !== undefined && { headers: { authorization: `Bearer ${bearer}` } }),
    signal,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const target = new URL(path, url);
    const request = isTls ? httpsRequest(target, options) : httpRequest(target, options);
    request.once('response', resolve);
    request.once('error', (error) => reject(signal.aborted ? error : new RunsError(error.message)));
    request.end();
  });
  if (response.statusCode === 200) return response;
  throw new RunsError((await text(response)).trim(), response.statusCode);
}
