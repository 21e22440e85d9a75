import type { JSONSchemaProps, ValidationRule } from '../../kubernetes/json-schema.ts';
import { breaking, type Change, safe } from './change.ts';

/** Rules in CEL. How they word their refusal does not count. */
export function compareRules(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was = [], is = []] = [before, after].map((schema) => schema['x-kubernetes-validations']);
  return [
    ...missing(is, was).map(({ rule }) => breaking('rule-added', path, `values must keep the rule ${rule}`)),
    ...missing(was, is).map(({ rule }) =>
      safe('rule-removed', path, `values need not keep the rule ${rule}`),
    ),
  ];
}

function missing(from: readonly ValidationRule[], there: readonly ValidationRule[]): ValidationRule[] {
  const known = new Set(there.map(meaning));
  return from.filter((rule) => !known.has(meaning(rule)));
}

/** With `optionalOldSelf` the same words are also asked of objects that are new. */
function meaning({ optionalOldSelf = false, rule }: ValidationRule): string {
  return `${optionalOldSelf} ${rule.trim()}`;
}
