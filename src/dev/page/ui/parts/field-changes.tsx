import type { FieldChange } from '@opgen/runtime/runs';
import type { JSX } from 'preact';

/** The changed fields with their old and new values. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }): JSX.Element {
  return (
    <ul class="changes">
      {changes.map((change) => (
        <li key={change.path}>
          <code class="path">{change.path}</code>
          {'old' in change ? <del>{valueText(change.old)}</del> : <span class="muted">added</span>}
          {'new' in change ? (
            <>
              {'old' in change && <span class="muted">→</span>}
              <ins>{valueText(change.new)}</ins>
            </>
          ) : (
            <span class="muted">removed</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
