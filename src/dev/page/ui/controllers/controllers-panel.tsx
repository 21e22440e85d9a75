import type { ControllerStatistics, Statistics } from '@opgen/runtime/runs';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { barsOf, quantile, ratesOf, secondsText, totalOf } from '../../model/load.ts';
import { useModel } from '../store.ts';
import { Caches } from './caches.tsx';
import { Sparkline } from './sparkline.tsx';

/** Seconds that the lines show. */
const longestHistory = 60;

/** The load of each controller, and the caches. */
export function ControllersPanel(): JSX.Element {
  const { statistics } = useModel().topics;
  const history = useHistory(statistics);
  if (statistics === undefined)
    return <p class="empty">No statistics yet. The operator sends them once a second while it runs.</p>;
  const { caches, controllers, leads } = statistics;
  return (
    <div class="sheet">
      {leads !== undefined && (
        <p class={`badge ${leads ? 'healthy' : 'progressing'}`}>
          {leads ? 'This process is the leader' : 'Another process is the leader: controllers wait'}
        </p>
      )}
      {controllers.length === 0 && <p class="empty">The operator has no controllers.</p>}
      {controllers.map((controller) => (
        <ControllerLoad
          key={controller.name}
          controller={controller}
          rates={ratesOf(history, controller.name)}
        />
      ))}
      <Caches caches={caches} />
    </div>
  );
}

function ControllerLoad({
  controller,
  rates,
}: {
  controller: ControllerStatistics;
  rates: readonly number[];
}): JSX.Element {
  const { active, delayed, durations, kind, name, queued, results, retries, stuck, waits, workers } =
    controller;
  const facts: [term: string, value: string, isWarning?: boolean][] = [
    ['Workers in use', `${active} of ${workers}`, active === workers && queued > 0],
    ['Stuck', String(stuck), stuck > 0],
    ['Queued', String(queued)],
    ['Delayed', String(delayed)],
    ['Reconciles', String(totalOf(controller))],
    ['Errors', String(results.error), results.error > 0],
    ['Retries and requeues', String(retries)],
    ['Queue time p95', durationText(quantile(waits, 0.95))],
  ];
  return (
    <section class="load" aria-label={`Controller ${name}`}>
      <h2>
        {name} <span class="kind">{kind}</span>
      </h2>
      <dl class="figures">
        {facts.map(([term, value, isWarning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd class={isWarning === true ? 'warning' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="charts">
        <figure>
          <figcaption>
            Reconciles per second <b>{(rates.at(-1) ?? 0).toFixed(1)}</b>
          </figcaption>
          <Sparkline values={rates} length={longestHistory} />
        </figure>
        <figure>
          <figcaption>
            Duration: p50 <b>{durationText(quantile(durations, 0.5))}</b>, p95{' '}
            <b>{durationText(quantile(durations, 0.95))}</b>, p99{' '}
            <b>{durationText(quantile(durations, 0.99))}</b>
          </figcaption>
          <Histogram controller={controller} />
        </figure>
      </div>
    </section>
  );
}

function Histogram({ controller }: { controller: ControllerStatistics }): JSX.Element {
  const bars = barsOf(controller.durations);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <table class="histogram">
      <tbody>
        {bars.map(({ count, label }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <meter min={0} max={most} value={count} aria-label={label} />
            </td>
            <td class="number">{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The statistics of the last minute, since the panel was opened. */
function useHistory(latest: Statistics | undefined): readonly Statistics[] {
  const history = useRef<readonly Statistics[]>([]);
  if (latest !== undefined && history.current.at(-1)?.time !== latest.time)
    history.current = [...history.current.slice(-longestHistory), latest];
  return history.current;
}

function durationText(seconds: number | undefined): string {
  return seconds === undefined ? '–' : secondsText(seconds);
}
