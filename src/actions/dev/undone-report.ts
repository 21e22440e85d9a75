import type { Undone } from '../../dev/context/reversible-changes.ts';
import type { ActionResult } from '../action-result.ts';

/** What `opgen dev --context` leaves behind, and what it does not. */
export function undoneReport(undone: readonly Undone[]): ActionResult {
  const lines = (['deleted', 'restored', 'kept'] as const).flatMap((action) => {
    const names = undone
      .filter((each) => each.action === action)
      .map(({ object: { kind, metadata } }) => `${kind} ${metadata.name}`);
    return names.length === 0 ? [] : `${action} ${names.join(', ')}${action === 'kept' ? ': in use' : ''}`;
  });
  const objects = undone.map(({ action, object: { apiVersion, kind, metadata } }) => ({
    action,
    apiVersion,
    kind,
    name: metadata.name,
    namespace: metadata.namespace,
  }));
  return { data: { event: 'undone', objects }, text: lines.join('\n') };
}
