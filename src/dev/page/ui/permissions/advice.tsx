import type { JSX } from 'preact';
import type { PermissionAdvice } from '../../model/messages.ts';

/** A marker to add or to remove, and where. */
export function Advice({ advice }: { advice: PermissionAdvice }): JSX.Element {
  const { action, marker, place, verbs } = advice;
  return (
    <p>
      {action === 'add' ? (
        <>
          <span class="refused">Add</span>
          {place !== undefined && (
            <>
              {' '}
              at <code>{place}</code>
            </>
          )}
        </>
      ) : (
        <>
          Not used yet: {verbs.join(', ')}. Granted at <code>{place}</code>
        </>
      )}
      <code class="marker">{marker}</code>
    </p>
  );
}
