import type { JSX } from 'preact';
import type { ObjectView } from '../../model/messages.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { ObjectOverview } from './object-overview.tsx';

/** One object: its state and what can be done with it. */
export function ObjectDetail({ view }: { view: ObjectView }): JSX.Element {
  const { health, object } = view;
  const { name, namespace } = object.metadata;
  return (
    <article class="object">
      <div class="object-head">
        <HealthIcon health={health} />
        <h2>
          <span class="kind">{object.kind}</span> {namespace === undefined ? '' : `${namespace}/`}
          {name}
        </h2>
      </div>
      {health.state !== 'healthy' && <p class={`reason ${health.state}`}>{health.reason}</p>}
      <ObjectOverview view={view} />
    </article>
  );
}
