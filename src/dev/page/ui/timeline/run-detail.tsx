import type { Run, RunCall, RunCause } from '@opgen/runtime/runs';
import { isWrite } from '@opgen/runtime/runs';
import type { JSX } from 'preact';
import { durationText } from '../../../duration-text.ts';
import { nameOf, resourceOf } from '../../model/run-patterns.ts';
import { clockText } from '../../model/time-text.ts';
import { FieldChanges } from '../parts/field-changes.tsx';
import { useModel, useStore } from '../store.ts';

/** One reconcile: why it ran, what it sent, and how it ended. */
export function RunDetail({ run }: { run: Run }): JSX.Element {
  const { calls, causes, controller, duration, error, kind, object, started, waited } = run;
  return (
    <article class="object">
      <div class="object-head">
        <h2>
          <span class="kind">{kind}</span> {nameOf(object)}
        </h2>
        <RunActions run={run} />
      </div>
      <dl class="facts">
        <Fact term="Controller">{controller}</Fact>
        <Fact term="Started">{clockText(started)}</Fact>
        <Fact term="Waited">{durationText(waited)}</Fact>
        <Fact term="Took">{durationText(duration)}</Fact>
        <Fact term="Result">{resultText(run)}</Fact>
      </dl>
      {error !== undefined && (
        <section>
          <h3>Error</h3>
          <pre class="error">{error.stack ?? error.message}</pre>
        </section>
      )}
      <section>
        <h3>{causes.length === 1 ? 'Cause' : 'Causes'}</h3>
        {causes.length === 0 && <p class="muted">Unknown</p>}
        {causes.map((cause, index) => (
          <Cause key={index} cause={cause} />
        ))}
      </section>
      <section>
        <h3>Requests</h3>
        {calls.length === 0 && <p class="muted">None: it read from the cache.</p>}
        {calls.map((call, index) => (
          <Call key={index} call={call} />
        ))}
        {run.omittedCalls !== undefined && <p class="muted">and {run.omittedCalls} more</p>}
      </section>
    </article>
  );
}

function Fact({ children, term }: { children: string; term: string }): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows the reconciled object, now or as it was. */
function RunActions({ run }: { run: Run }): JSX.Element {
  const store = useStore();
  const { moments, objects } = useModel();
  const { kind, object, started } = run;
  const uid = [...objects.values()].find(
    ({ object: { kind: other, metadata } }) => other === kind && nameOf(metadata) === nameOf(object),
  )?.object.metadata.uid;
  const before = moments.findLast(({ time }) => time <= started);
  const show = (): void => store.open({ panel: 'objects', selected: uid });
  return (
    <div class="actions">
      {uid !== undefined && (
        <button type="button" onClick={show}>
          Show object
        </button>
      )}
      {before !== undefined && (
        <button type="button" onClick={() => void store.goTo(before).then(show)}>
          Objects at that time
        </button>
      )}
    </div>
  );
}

function resultText({ error, requeueAfter, result }: Run): string {
  const next = requeueAfter === undefined ? '' : `, again in ${durationText(requeueAfter)}`;
  if (error !== undefined) return `failed${next}`;
  return result === 'canceled' ? 'canceled' : `${result === 'done' ? 'done' : 'requeued'}${next}`;
}

function Cause({ cause }: { cause: RunCause }): JSX.Element {
  const { changes = [], event, kind, object, run, source } = cause;
  const store = useStore();
  const origin = useModel().runs.find(({ id }) => run !== undefined && id === run);
  return (
    <div class="entry">
      <p>
        {kind !== undefined && <span class="kind">{kind} </span>}
        {object !== undefined && <span class="name">{nameOf(object)} </span>}
        {source === undefined ? event : `source ${source}`}
        {origin !== undefined && (
          <>
            {' '}
            <button type="button" class="link" onClick={() => store.open({ run: origin.id })}>
              by {origin.controller} {nameOf(origin.object)} at {clockText(origin.started)}
            </button>
          </>
        )}
      </p>
      <FieldChanges changes={changes} />
    </div>
  );
}

function Call({ call }: { call: RunCall }): JSX.Element {
  const { changes = [], duration, status, verb } = call;
  const isUseless =
    verb !== 'get' && verb !== 'list' && status !== undefined && status < 300 && !isWrite(call);
  return (
    <div class="entry">
      <p>
        <strong>{verb}</strong> <span class="kind">{resourceOf(call)}</span>{' '}
        <span class="name">{nameOf(call)}</span>
        <span class="muted">
          {' '}
          ·{' '}
          <span class={status === undefined || status >= 400 ? 'failed' : ''}>
            {status ?? 'no response'}
          </span>{' '}
          · {durationText(duration)}
          {isUseless ? ' · changed nothing' : ''}
        </span>
      </p>
      <FieldChanges changes={changes} />
    </div>
  );
}
