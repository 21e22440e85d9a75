import type { JSONSchemaProps, ValidationRule } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';
import { boolean, named, oneOf, optional, required, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';
import { addRule } from './add-rule.ts';

const xValidation = defineMarker({
  name: 'validation:XValidation',
  on: ['field', 'type', 'kind'],
  forItems: true,
  repeatable: true,
  argument: named({
    rule: required(text()),
    message: optional(text()),
    messageExpression: optional(text()),
    reason: optional(
      oneOf('FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'),
    ),
    fieldPath: optional(text()),
    optionalOldSelf: optional(boolean()),
  }),
  summary: 'A CEL rule that the value must satisfy; oldSelf is the value before an update.',
  example: '// +validation:XValidation:rule="self == oldSelf",message="port is immutable"',
  keyword: { name: 'x-kubernetes-validations', combine: 'concatenate', compare: compareRules },
  applyToSchema: addRule,
});

/**
 * Compares only the expressions: a different message breaks nobody. A rule that takes the place of another one may be
 * looser or stricter, which opgen cannot decide.
 */
function compareRules(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was = [], is = []] = [before, after].map((schema) => schema['x-kubernetes-validations']);
  const [added, removed] = [difference(is, was), difference(was, is)];
  const changed = Math.min(added.length, removed.length);
  return [
    ...added.slice(0, changed).map((rule, position) => {
      const old = removed[position] ?? rule;
      const what =
        old.rule.trim() === rule.rule.trim()
          ? `the optionalOldSelf of the rule ${rule.rule} changed`
          : `the rule ${old.rule} became ${rule.rule}`;
      return change(
        'rule-changed',
        path,
        `${what}: opgen cannot tell whether it rejects values that were accepted`,
      );
    }),
    ...added
      .slice(changed)
      .map(({ rule }) => change('rule-added', path, `values must satisfy the rule ${rule}`)),
    ...removed
      .slice(changed)
      .map(({ rule }) => change('rule-removed', path, `values need not satisfy the rule ${rule}`)),
  ];
}

function difference(rules: readonly ValidationRule[], others: readonly ValidationRule[]): ValidationRule[] {
  const known = new Set(others.map(expression));
  return rules.filter((rule) => !known.has(expression(rule)));
}

/** With `optionalOldSelf`, the same expression also applies to new objects. */
function expression({ optionalOldSelf = false, rule }: ValidationRule): string {
  return `${optionalOldSelf} ${rule.trim()}`;
}

export const ruleMarkers = [xValidation];
