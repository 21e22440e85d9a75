/** The changes of a schema or a CRD, by the names that allow-lists use. */
export type ChangeRule =
  | 'definition-added'
  | 'definition-removed'
  | 'names-changed'
  | 'scope-changed'
  | 'version-added'
  | 'version-removed'
  | 'version-not-served'
  | 'version-served'
  | 'version-deprecated'
  | 'storage-moved'
  | 'conversion-changed'
  | 'subresource-added'
  | 'subresource-changed'
  | 'subresource-removed'
  | 'selectable-field-added'
  | 'selectable-field-removed'
  | 'columns-changed'
  | 'field-added'
  | 'field-removed'
  | 'field-narrowed'
  | 'field-required'
  | 'field-optional'
  | 'type-changed'
  | 'type-widened'
  | 'nullable-added'
  | 'nullable-removed'
  | 'validation-added'
  | 'validation-tightened'
  | 'validation-loosened'
  | 'rule-added'
  | 'rule-removed'
  | 'default-added'
  | 'default-changed'
  | 'default-removed'
  | 'list-type-changed'
  | 'map-type-changed'
  | 'pruning-on'
  | 'pruning-off';

/**
 * `breaking`: the API server no longer accepts, preserves or serves something. `caution`: the API server rejects
 * nothing, but behaves differently. `safe`: clients of the old schema work with the new one.
 */
export type Severity = 'breaking' | 'caution' | 'safe';

export interface Change {
  rule: ChangeRule;
  severity: Severity;
  /** Such as `.spec.ports[].name`, with `{}` for the values of a map; empty for the whole object. */
  path: string;
  /** What changed and what it means for clients. */
  message: string;
  /** The API server rejects the update of the CRD itself. */
  refused?: true;
}

export function refused(rule: ChangeRule, path: string, message: string): Change {
  return { ...breaking(rule, path, message), refused: true };
}

export function breaking(rule: ChangeRule, path: string, message: string): Change {
  return { rule, severity: 'breaking', path, message };
}

export function caution(rule: ChangeRule, path: string, message: string): Change {
  return { rule, severity: 'caution', path, message };
}

export function safe(rule: ChangeRule, path: string, message: string): Change {
  return { rule, severity: 'safe', path, message };
}
