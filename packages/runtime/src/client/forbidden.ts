// The two forms of the API server's messages about a missing permission.
const resourceDenied =
  /(?:"([^"]+)" is forbidden: .*)?cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/;
const pathDenied = /cannot (\S+) path "([^"]+)"/;

/**
 * The RBAC marker that grants the permission that a 403 reports as missing.
 *
 * Undefined if the message names no permission: quotas and admission also use this status, and no role helps there.
 */
export function missingPermission(message: string): string | undefined {
  const resource = resourceDenied.exec(message);
  if (resource !== null) {
    const [, name, verb = '', plural, group] = resource;
    // The message names the object of a list or watch only if a field selector admits no other one.
    const names = name !== undefined && ['list', 'watch'].includes(verb) ? `,resourceNames=${name}` : '';
    return `// +rbac:groups=${group === '' ? 'core' : group},resources=${plural}${names},verbs=${verb}`;
  }
  const path = pathDenied.exec(message);
  if (path !== null) return `// +rbac:urls=${path[2]},verbs=${path[1]}`;
  return undefined;
}
