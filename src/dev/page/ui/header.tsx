import type { JSX } from 'preact';
import type { OperatorView } from '../model/messages.ts';
import { panels } from './panels.ts';
import { TabList } from './parts/tab-list.tsx';
import { useModel, useStore, useView } from './store.ts';

export function Header(): JSX.Element {
  const store = useStore();
  const { cluster, project, topics } = useModel();
  const { connection, panel } = useView();
  return (
    <header class="header">
      <div class="title">
        <h1>{project}</h1>
        <span class="muted">Kubernetes {cluster.version}</span>
      </div>
      <TabList
        class="panels"
        label="Panels"
        panel="panel"
        tabs={panels}
        selected={panel}
        onSelect={(id) => store.open({ panel: id })}
      />
      <div class="state" role="status">
        {connection === 'lost' ? (
          <span class="badge failed">disconnected</span>
        ) : (
          topics.operator !== undefined && <Operator operator={topics.operator} />
        )}
      </div>
    </header>
  );
}

const colors: Readonly<Record<OperatorView['state'], string>> = {
  starting: 'progressing',
  running: 'healthy',
  stopped: 'failed',
};

function Operator({ operator: { message, state } }: { operator: OperatorView }): JSX.Element {
  return (
    <span class={`badge ${colors[state]}`} title={message}>
      operator {state}
    </span>
  );
}
