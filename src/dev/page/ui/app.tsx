import type { JSX } from 'preact';
import { Header } from './header.tsx';
import { panels } from './panels.ts';
import { useView } from './store.ts';
import { TimeBar } from './time-bar.tsx';

/** The page: its header, and the chosen panel. */
export function App(): JSX.Element {
  const { connection, model, panel } = useView();
  if (connection === 'refused')
    return (
      <Notice title="Not authorized">
        Open the URL that <code>opgen dev</code> prints. It contains a new token after each start.
      </Notice>
    );
  if (model === undefined)
    return connection === 'lost' ? (
      <Notice title="No connection">
        <code>opgen dev</code> does not answer. The page connects again once it does.
      </Notice>
    ) : (
      <Notice title="Connecting" />
    );
  const { Panel, id } = panels.find((each) => each.id === panel) ?? panels[0]!;
  return (
    <>
      <Header />
      <TimeBar />
      <main>
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${id}`}>
          <Panel />
        </div>
      </main>
    </>
  );
}

function Notice({
  children,
  title,
}: {
  children?: JSX.Element | (string | JSX.Element)[];
  title: string;
}): JSX.Element {
  return (
    <main class="notice">
      <h1>{title}</h1>
      <p>{children}</p>
    </main>
  );
}
