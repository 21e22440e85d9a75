import type { JSX } from 'preact';
import { panels } from './panels.ts';
import { useModel, useStore, useView } from './store.ts';

export function Header(): JSX.Element {
  const { cluster, project, topics } = useModel();
  const { connection } = useView();
  const { operator } = topics;
  return (
    <header class="header">
      <div class="title">
        <h1>{project}</h1>
        <span class="muted">Kubernetes {cluster.version}</span>
      </div>
      <Tabs />
      <div class="state" role="status">
        {connection === 'lost' ? (
          <span class="badge failed">disconnected</span>
        ) : (
          operator !== undefined && (
            <span
              class={`badge ${operator.state === 'running' ? 'healthy' : operator.state === 'stopped' ? 'failed' : 'progressing'}`}
              title={operator.message}
            >
              operator {operator.state}
            </span>
          )
        )}
      </div>
    </header>
  );
}

function Tabs(): JSX.Element {
  const store = useStore();
  const { panel } = useView();
  const move = (event: KeyboardEvent, index: number): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = panels[(index + step + panels.length) % panels.length]!;
    store.open({ panel: next.id });
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <nav class="tabs" role="tablist" aria-label="Panels">
      {panels.map(({ id, title }, index) => (
        <button
          key={id}
          id={`tab-${id}`}
          role="tab"
          type="button"
          aria-selected={id === panel}
          aria-controls="panel"
          tabIndex={id === panel ? 0 : -1}
          onClick={() => store.open({ panel: id })}
          onKeyDown={(event) => move(event, index)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}
