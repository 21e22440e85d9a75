import type { ComponentChildren, JSX } from 'preact';
import { type EventView, eventsOf } from '../../model/events.ts';
import type { ObjectView } from '../../model/messages.ts';
import { conditionsOf } from '../../model/summary.ts';
import { ageText } from '../../model/time-text.ts';
import { useNow, useObjects, useStore } from '../store.ts';
import { TableHead } from '../parts/table-head.tsx';

/** The facts, conditions and events of an object. */
export function ObjectOverview({ view }: { view: ObjectView }): JSX.Element {
  const objects = useObjects();
  const now = useNow();
  const { object } = view;
  return (
    <>
      <Facts view={view} now={now} />
      <Conditions view={view} now={now} />
      <Events events={eventsOf(object, objects)} now={now} />
    </>
  );
}

function Facts({ now, view }: { now: number; view: ObjectView }): JSX.Element {
  const store = useStore();
  const objects = useObjects();
  const { apiVersion, metadata, spec } = view.object;
  const owners = (metadata.ownerReferences ?? []).flatMap(({ uid }) => objects.get(uid) ?? []);
  const { nodeName } = (spec ?? {}) as { nodeName?: string };
  const facts: [string, ComponentChildren][] = [
    ['API version', apiVersion],
    ['Created', `${ageText(metadata.creationTimestamp, now)} ago`],
  ];
  if (metadata.generation !== undefined) facts.push(['Generation', metadata.generation]);
  if (nodeName !== undefined) facts.push(['Node', nodeName]);
  if (owners.length > 0)
    facts.push([
      'Owner',
      owners.map(({ object: { kind, metadata: owner } }) => (
        <button
          key={owner.uid}
          type="button"
          class="link"
          onClick={() => store.open({ selected: owner.uid })}
        >
          {kind} {owner.name}
        </button>
      )),
    ]);
  const labels = Object.entries(metadata.labels ?? {});
  if (labels.length > 0)
    facts.push([
      'Labels',
      labels.map(([key, value]) => <code key={key} class="label">{`${key}=${value}`}</code>),
    ]);
  return (
    <dl class="facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Conditions({ now, view }: { now: number; view: ObjectView }): JSX.Element | null {
  const conditions = conditionsOf(view.object);
  if (conditions.length === 0) return null;
  return (
    <section>
      <h3>Conditions</h3>
      <table>
        <TableHead columns={{ Type: '', Status: '', Reason: '', Message: 'wide', Since: 'number' }} />
        <tbody>
          {conditions.map(({ lastTransitionTime, message, reason, status, type }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              <td class={`status-${status}`}>{status}</td>
              <td>{reason}</td>
              <td class="wide">{message}</td>
              <td class="number">
                {lastTransitionTime === undefined ? '' : ageText(lastTransitionTime, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Events({ events, now }: { events: readonly EventView[]; now: number }): JSX.Element | null {
  if (events.length === 0) return null;
  return (
    <section>
      <h3>Events</h3>
      <table>
        <TableHead columns={{ Reason: '', Message: 'wide', From: '', Count: 'number', Last: 'number' }} />
        <tbody>
          {events.map(({ count, from, last, message, reason, uid, warning }) => (
            <tr key={uid}>
              <th scope="row" class={warning ? 'warning' : ''}>
                {reason}
              </th>
              <td class="wide">{message}</td>
              <td>{from}</td>
              <td class="number">{count}</td>
              <td class="number">{ageText(last, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
