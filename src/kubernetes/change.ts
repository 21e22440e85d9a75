/**
 * `breaking`: the API server no longer accepts, preserves or serves something. `caution`: the API server rejects
 * nothing, but behaves differently. `safe`: clients of the old schema work with the new one.
 */
export type Severity = 'breaking' | 'caution' | 'safe';

interface Rule {
  severity: Severity;
  /** The API server rejects the update of the CRD itself. */
  refused?: true;
  /** What changed, for the reference. */
  what: string;
}

/** Every change that opgen finds in a schema or a CRD, by the names that allow-lists use. */
export const changeRules = {
  'definition-added': { severity: 'safe', what: 'a new kind' },
  'definition-removed': { severity: 'breaking', what: 'the CRD was removed, and all objects with it' },
  'names-changed': { severity: 'breaking', refused: true, what: 'another group, kind or plural' },
  'scope-changed': { severity: 'breaking', refused: true, what: 'another scope' },
  'other-name-changed': { severity: 'breaking', what: 'another singular or list kind' },
  'short-name-removed': { severity: 'caution', what: 'a short name or category was removed' },
  'short-name-added': { severity: 'safe', what: 'a new short name or category' },
  'version-added': { severity: 'safe', what: 'a new version' },
  'version-removed': { severity: 'breaking', what: 'a served version was removed' },
  'stored-version-removed': {
    severity: 'breaking',
    refused: true,
    what: 'a version in which objects may be stored was removed',
  },
  'unserved-version-removed': { severity: 'caution', what: 'a version that was not served was removed' },
  'version-not-served': { severity: 'breaking', what: 'a version is no longer served' },
  'version-served': { severity: 'safe', what: 'a version is now served' },
  'version-deprecated': { severity: 'safe', what: 'a version is deprecated' },
  'versions-differ': {
    severity: 'caution',
    what: 'versions without a conversion webhook have different fields, which are lost in the other version',
  },
  'storage-moved': { severity: 'caution', what: 'another storage version' },
  'conversion-added': { severity: 'safe', what: 'a conversion webhook' },
  'conversion-removed': { severity: 'breaking', what: 'the conversion webhook was removed' },
  'status-added': {
    severity: 'breaking',
    what: 'the status subresource, which ends other updates of the status',
  },
  'scale-added': { severity: 'safe', what: 'the scale subresource' },
  'subresource-changed': { severity: 'caution', what: 'other paths of the scale subresource' },
  'subresource-removed': { severity: 'breaking', what: 'a subresource was removed' },
  'selectable-field-added': { severity: 'safe', what: 'a new selectable field' },
  'selectable-field-removed': { severity: 'breaking', what: 'a selectable field was removed' },
  'columns-changed': { severity: 'safe', what: 'other columns of kubectl get' },
  'field-added': { severity: 'safe', what: 'a new field' },
  'field-removed': { severity: 'breaking', what: 'a field was removed, so its values are pruned' },
  'field-narrowed': { severity: 'breaking', what: 'a schema for values that were preserved without one' },
  'field-required': { severity: 'breaking', what: 'a field is now required' },
  'field-optional': { severity: 'safe', what: 'a field is now optional' },
  'type-changed': { severity: 'breaking', what: 'another type, which rejects old values' },
  'type-widened': { severity: 'caution', what: 'a type with more values' },
  'nullable-added': { severity: 'caution', what: 'null is accepted' },
  'nullable-removed': { severity: 'breaking', what: 'null is no longer accepted' },
  'enum-widened': { severity: 'caution', what: 'an enum with more values, or none' },
  'validation-added': { severity: 'breaking', what: 'a new limit' },
  'validation-tightened': { severity: 'breaking', what: 'a stricter limit' },
  'validation-loosened': { severity: 'safe', what: 'a looser limit, or none' },
  'rule-added': { severity: 'breaking', what: 'a new CEL rule' },
  'rule-changed': {
    severity: 'breaking',
    what: 'another CEL rule: opgen cannot tell whether it accepts the same values',
  },
  'rule-removed': { severity: 'safe', what: 'a CEL rule was removed' },
  'default-added': { severity: 'caution', what: 'a default, which also fills stored objects' },
  'default-changed': { severity: 'caution', what: 'another default' },
  'default-removed': { severity: 'caution', what: 'a default was removed' },
  'list-type-changed': { severity: 'breaking', what: 'another list type or other keys' },
  'map-type-changed': { severity: 'breaking', what: 'another map type' },
  'pruning-on': { severity: 'breaking', what: 'unknown fields are now pruned' },
  'pruning-off': { severity: 'safe', what: 'unknown fields are now preserved' },
} as const satisfies Readonly<Record<string, Rule>>;

export type ChangeRule = keyof typeof changeRules;

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

/** A change with the severity of its rule. */
export function change(rule: ChangeRule, path: string, message: string): Change {
  const { refused, severity }: Rule = changeRules[rule];
  return { rule, severity, path, message, ...(refused && { refused }) };
}
