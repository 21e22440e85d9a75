import { tableOf, type Resource } from '../resources/resource.ts';
import type { Attributes } from './attributes.ts';
import type { Rule } from './webhook-configuration.ts';

/** True where a rule means a write, as if it were one of the resource: its own, or the same in another version. */
export function matchesRule(
  rule: Rule,
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

/** A namespace is in no namespace, although it counts as in itself elsewhere. */
function isInScope(scope: string, namespace: string, resource: Resource): boolean {
  if (scope === '*') return true;
  const isNamespaced = namespace !== '' && tableOf(resource) !== '/namespaces';
  return isNamespaced === (scope === 'Namespaced');
}

/** A name, a name with a subresource, or asterisks for either: without a slash it is the object itself. */
function isNamed(named: string, plural: string, subresource: string): boolean {
  const slash = named.indexOf('/');
  const name = slash < 0 ? named : named.slice(0, slash);
  const part = slash < 0 ? '' : named.slice(slash + 1);
  return (name === '*' || name === plural) && (part === '*' || part === subresource);
}
