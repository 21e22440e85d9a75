import type { JSX } from 'preact';
import type { ObjectView } from '../../model/messages.ts';
import { clockText } from '../../model/time-text.ts';
import { FieldChanges } from '../parts/field-changes.tsx';
import { useModel, useStore, useView } from '../store.ts';

/** The recorded changes of an object, latest first. */
export function ObjectChanges({ view }: { view: ObjectView }): JSX.Element {
  const store = useStore();
  const { moments } = useModel();
  const { past } = useView();
  const { uid } = view.object.metadata;
  const changes = moments.filter((moment) => moment.uid === uid).toReversed();
  if (changes.length === 0) return <p class="empty">No change was recorded.</p>;
  return (
    <ol class="moments">
      {changes.map((moment) => (
        <li key={moment.id} aria-current={moment.id === past?.moment.id}>
          <button
            type="button"
            class="link"
            title="Show all objects as they were then"
            onClick={() => void store.goTo(moment)}
          >
            <time dateTime={moment.time}>{clockText(moment.time)}</time>
          </button>{' '}
          {moment.changes === undefined ? moment.event : <FieldChanges changes={moment.changes} />}
        </li>
      ))}
    </ol>
  );
}
