import type { Access } from './access.ts';
import type { PolicyRule } from './rbac-policy.ts';

/** Whether a rule of a role alone grants what a request needs, in the namespaces to which the role is bound. */
export function ruleAllows(rule: PolicyRule, access: Access): boolean {
  if (!has(rule.verbs, access.verb)) return false;
  const { resource, subresource, group = '', name = '' } = access;
  if (resource === undefined) return coversPath(rule.nonResourceURLs ?? [], access.nonResourcePath ?? '');
  return (
    has(rule.apiGroups, group) &&
    coversResource(rule.resources ?? [], resource, subresource) &&
    (!rule.resourceNames?.length || rule.resourceNames.includes(name))
  );
}

/** A resource as rules name it: `deployments/status`. */
export function resourceInRules(resource: string, subresource?: string): string {
  return subresource ? `${resource}/${subresource}` : resource;
}

function has(allowed: readonly string[] | undefined, requested: string): boolean {
  return allowed?.some((one) => one === '*' || one === requested) ?? false;
}

function coversResource(allowed: readonly string[], resource: string, subresource?: string): boolean {
  const anyWithSubresource = subresource ? `*/${subresource}` : undefined;
  const requested = resourceInRules(resource, subresource);
  return allowed.some((one) => one === '*' || one === requested || one === anyWithSubresource);
}

function coversPath(allowed: readonly string[], path: string): boolean {
  return allowed.some((one) => one === path || (one.endsWith('*') && path.startsWith(one.slice(0, -1))));
}
