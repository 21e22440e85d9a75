import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ObjectView } from '../../model/messages.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { TabList } from '../parts/tab-list.tsx';
import { useView } from '../store.ts';
import { ObjectActions } from './object-actions.tsx';
import { ObjectChanges } from './object-changes.tsx';
import { ObjectOverview } from './object-overview.tsx';
import { ObjectYaml } from './object-yaml.tsx';

const tabs = [
  { id: 'overview', title: 'Overview', Content: ObjectOverview },
  { id: 'yaml', title: 'YAML', Content: ObjectYaml },
  { id: 'changes', title: 'Changes', Content: ObjectChanges },
] as const;

/** One object: its state and what can be done with it. */
export function ObjectDetail({ view }: { view: ObjectView }): JSX.Element {
  const { past } = useView();
  const [tab, setTab] = useState<string>(tabs[0].id);
  const { health, object } = view;
  const { name, namespace } = object.metadata;
  const { Content, id } = tabs.find((each) => each.id === tab) ?? tabs[0];
  return (
    <article class="object">
      <div class="object-head">
        <HealthIcon health={health} />
        <h2>
          <span class="kind">{object.kind}</span> {namespace === undefined ? '' : `${namespace}/`}
          {name}
        </h2>
        {past === undefined && <ObjectActions view={view} />}
      </div>
      {health.state !== 'healthy' && <p class={`reason ${health.state}`}>{health.reason}</p>}
      <TabList
        class="subtabs"
        label="Views of the object"
        panel="object-view"
        tabs={tabs}
        selected={id}
        onSelect={setTab}
      />
      <div id="object-view" role="tabpanel" aria-labelledby={`tab-${id}`}>
        <Content view={view} />
      </div>
    </article>
  );
}
