// Two forms in which the API server says what a user may not do.
const resourceDenied = /cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/;
const pathDenied = /cannot (\S+) path "([^"]+)"/;

/**
 * The RBAC marker that would allow what a 403 refused.
 *
 * Undefined when the message names no missing permission: a quota or an admission rule refuses with
 * the same status, and no role helps there.
 */
export function missingPermission(message: string): string | undefined {
  const resource = resourceDenied.exec(message);
  if (resource !== null) {
    const [, verb, name, group] = resource;
    return `// +rbac:groups=${group === '' ? 'core' : group},resources=${name},verbs=${verb}`;
  }
  const path = pathDenied.exec(message);
  if (path !== null) return `// +rbac:urls=${path[2]},verbs=${path[1]}`;
  return undefined;
}
