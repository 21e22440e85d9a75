import type { JSX } from 'preact';
import { useObjects, useStore, useView } from '../store.ts';
import { ObjectDetail } from './object-detail.tsx';
import { ObjectTree } from './object-tree.tsx';

/** A tree of the objects, and the selected one. */
export function ObjectsPanel(): JSX.Element {
  const store = useStore();
  const { selected } = useView();
  const view = useObjects().get(selected ?? '');
  return (
    <div class={`columns ${selected === undefined ? '' : 'with-detail'}`}>
      <section class="column" aria-label="Objects">
        <ObjectTree selected={selected} onSelect={(uid) => store.open({ selected: uid })} />
      </section>
      <section class="column detail" aria-label="Selected object">
        {selected !== undefined && (
          <button type="button" class="back" onClick={() => store.open({ selected: undefined })}>
            ← All objects
          </button>
        )}
        {view === undefined ? (
          <p class="empty">{selected === undefined ? 'Select an object.' : 'This object does not exist.'}</p>
        ) : (
          <ObjectDetail key={selected} view={view} />
        )}
      </section>
    </div>
  );
}
