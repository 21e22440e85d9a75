import { isEverything, type LabelSelector, type Labels, matchesLabels } from '@opgen/rules/selectors';
import type { RuleWithOperations } from '@opgen/rules/webhooks';
import type { Core } from '../core.ts';
import { hasSubresource, tableOf, type Resource } from '../resources/resource.ts';
import { notFound, StatusError } from '../status-errors.ts';
import type { Attributes, GroupVersionKind } from './attributes.ts';
import { matchesRule } from './rules.ts';

/** Which writes a webhook, a policy or a binding applies to. */
export interface Criteria {
  /** Absent: all writes. */
  readonly rules?: readonly Rule[] | undefined;
  readonly excludeRules?: readonly Rule[] | undefined;
  readonly matchPolicy: 'Exact' | 'Equivalent';
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
}

type Rule = RuleWithOperations & {
  /** Absent or empty: all names. */
  readonly resourceNames?: readonly string[];
};

/** The version in which a webhook or a policy wants the objects. */
export interface Match {
  readonly resource: Resource;
  readonly kind: GroupVersionKind;
}

/** How criteria match a write; undefined if they do not. */
export function matchOf(core: Core, criteria: Criteria, attributes: Attributes): Match | undefined {
  const { rules, excludeRules = [], namespaceSelector, objectSelector } = criteria;
  const labels = namespaceLabels(core, namespaceSelector, attributes);
  if (labels !== 'missing' && labels !== 'any' && !matchesLabels(namespaceSelector, labels)) return undefined;
  if (!isSelected(objectSelector, attributes)) return undefined;
  if (matchedBy(core, excludeRules, criteria, attributes) !== undefined) return undefined;
  const resource = rules === undefined ? attributes.resource : matchedBy(core, rules, criteria, attributes);
  if (resource === undefined) return undefined;
  if (labels === 'missing')
    throw new StatusError(notFound({ group: '', resource: 'namespaces' }, attributes.namespace));
  // The kind Scale is the same for all versions.
  const kind = attributes.kind.kind === attributes.resource.kind ? resource : attributes.kind;
  return { resource, kind };
}

/** The written resource if a rule matches it, else the same resource in another version or group that one matches. */
function matchedBy(
  core: Core,
  rules: readonly Rule[],
  { matchPolicy }: Criteria,
  attributes: Attributes,
): Resource | undefined {
  const matches = (rule: Rule, resource: Resource): boolean =>
    matchesRule(rule, attributes, resource) && isNamed(rule, attributes);
  const { resource, subresource } = attributes;
  if (rules.some((rule) => matches(rule, resource))) return resource;
  if (matchPolicy === 'Exact' || rules.length === 0) return undefined;
  const others = core.registry
    .all()
    .filter((other) => tableOf(other) === tableOf(resource) && other !== resource)
    .filter((other) => subresource === undefined || hasSubresource(other, subresource));
  for (const rule of rules) {
    const found = others.find((other) => matches(rule, other));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNamed({ resourceNames = [] }: Rule, { name }: Attributes): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name);
}

function isSelected(selector: LabelSelector, { object, oldObject }: Attributes): boolean {
  if (isEverything(selector)) return true;
  return [object, oldObject].some(
    // The options of a connection have no metadata.
    (each) => each?.metadata !== undefined && matchesLabels(selector, each.metadata.labels ?? {}),
  );
}

/** The labels for the namespaceSelector; for a write of a Namespace, its new labels. */
function namespaceLabels(
  { store }: Core,
  selector: LabelSelector,
  { resource, subresource, operation, namespace, object }: Attributes,
): Labels | 'any' | 'missing' {
  if (isEverything(selector) || namespace === '') return 'any';
  const isWrittenNamespace =
    tableOf(resource) === '/namespaces' && subresource === undefined && operation !== 'DELETE';
  if (isWrittenNamespace) return object?.metadata.labels ?? {};
  return store.find('/namespaces', undefined, namespace)?.metadata.labels ?? 'missing';
}
