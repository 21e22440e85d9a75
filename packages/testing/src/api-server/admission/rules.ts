import type { RuleWithOperations } from '@opgen/rules/webhooks';
import { tableOf, type Resource } from '../resources/resource.ts';
import type { Attributes } from './attributes.ts';

/** True if a rule matches a write to the given resource: the written one, or an equivalent in another version. */
export function matchesRule(
  rule: RuleWithOperations,
  { operation, namespace, subresource }: Attributes,
  resource: Resource,
): boolean {
  return (
    isInScope(rule.scope, namespace, resource) &&
    isOneOf(rule.operations, operation) &&
    isOneOf(rule.apiGroups, resource.group) &&
    isOneOf(rule.apiVersions, resource.version) &&
    rule.resources.some((named) => isNamed(named, resource.plural, subresource ?? ''))
  );
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes('*') || names.includes(name);
}

/** The scope of a Namespace is Cluster, although it counts as in itself elsewhere. */
function isInScope(scope: RuleWithOperations['scope'], namespace: string, resource: Resource): boolean {
  if (scope === undefined || scope === '*') return true;
  const isNamespaced = namespace !== '' && tableOf(resource) !== '/namespaces';
  return isNamespaced === (scope === 'Namespaced');
}

/** A resource, a resource with a subresource, or `*` for either: without a slash it is the object itself. */
function isNamed(named: string, plural: string, subresource: string): boolean {
  const slash = named.indexOf('/');
  const name = slash < 0 ? named : named.slice(0, slash);
  const part = slash < 0 ? '' : named.slice(slash + 1);
  return (name === '*' || name === plural) && (part === '*' || part === subresource);
}
