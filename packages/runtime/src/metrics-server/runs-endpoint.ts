import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { deferred } from '../deferred.ts';
import { type RunFilter, runFilterOf, selectsRun } from '../runs/run-filter.ts';
import type { Run } from '../runs/run.ts';
import type { Runs } from '../runs/runs.ts';
import { acceptsGzip, type Endpoint, sendParts, sendText } from './endpoint.ts';

/** The number of clients that may follow at the same time. */
const mostFollowers = 16;
/** Runs that wait for a client that reads too slowly, beside those of the record. */
const mostPending = 1_000;
/** Milliseconds. The client connects again, and is authorized again. */
const longestFollow = 30 * 60_000;

type RecordedRuns = Pick<Runs, 'subscribe' | typeof Symbol.iterator>;

export interface RunsEndpointParts {
  /** Undefined if the manager does not record runs. */
  runs: RecordedRuns | undefined;
  clock: Clock;
  /** Only for clients on this machine, because there is no authorization. */
  localOnly: boolean;
}

/**
 * Serves `/runs`: the record as one JSON document or, with `?follow`, one run per line, first those of the record and
 * then each run when it has ended.
 */
export class RunsEndpoint implements Endpoint {
  readonly path = '/runs';
  readonly role = 'runs-reader';
  readonly #parts: RunsEndpointParts;
  #followers = 0;

  constructor(parts: RunsEndpointParts) {
    this.#parts = parts;
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { localOnly, runs } = this.#parts;
    if (localOnly && !isLocal(request))
      return sendText(response, 403, 'forbidden: without TLS, runs are served only to this machine\n');
    if (runs === undefined)
      return sendText(response, 404, 'runs are not recorded: set the option runs of the manager\n');
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const filter = runFilterOf(searchParams);
    if (searchParams.has('follow') && request.method === 'GET') return this.#follow(response, runs, filter);
    response.setHeader('content-type', 'application/json');
    response.setHeader('vary', 'accept-encoding');
    await sendParts(response, documentOf(selected(runs, filter)), { compressed: acceptsGzip(request) });
  }

  async #follow(response: ServerResponse, runs: RecordedRuns, filter: RunFilter): Promise<void> {
    if (this.#followers >= mostFollowers)
      return sendText(response, 429, 'too many clients follow the runs\n');
    this.#followers += 1;
    try {
      response.setHeader('content-type', 'application/x-ndjson');
      // The record may be empty for long.
      response.flushHeaders();
      // Compression would hold lines back.
      await sendParts(response, this.#linesOf(response, runs, filter), { compressed: false });
    } finally {
      this.#followers -= 1;
    }
  }

  async *#linesOf(response: ServerResponse, runs: RecordedRuns, filter: RunFilter): AsyncGenerator<string> {
    const pending = [...selected(runs, filter)];
    const ended = new AbortController();
    let changed = deferred();
    const end = (): void => {
      ended.abort();
      changed.resolve();
    };
    const unsubscribe = runs.subscribe((run) => {
      if (!selectsRun(filter, run)) return;
      // A client that connects again gets the whole record.
      if (pending.length >= mostPending) return end();
      pending.push(run);
      changed.resolve();
    });
    const cancel = this.#parts.clock.schedule(longestFollow, end);
    response.once('close', end);
    try {
      while (!ended.signal.aborted) {
        for (const run of pending.splice(0)) yield `${JSON.stringify(run)}\n`;
        if (pending.length > 0) continue;
        if (!ended.signal.aborted) await changed.promise;
        changed = deferred();
      }
    } finally {
      unsubscribe();
      cancel();
    }
  }
}

function* selected(runs: Iterable<Run>, filter: RunFilter): Generator<Run> {
  for (const run of runs) if (selectsRun(filter, run)) yield run;
}

function* documentOf(runs: Iterable<Run>): Generator<string> {
  let before = '{"runs":[';
  for (const run of runs) {
    yield before + JSON.stringify(run);
    before = ',';
  }
  yield before === ',' ? ']}\n' : `${before}]}\n`;
}

/** Whether a client of this machine asks for this machine. Other names that resolve to it are an attack by DNS rebinding. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\..*)$/.test(socket.remoteAddress ?? '');
  return isLoopback && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '');
}
