import type { PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';

export const hashLabel = 'pod-template-hash';
/** The characters of generated names: no vowels, so no words. */
const safe = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * The value of the label `pod-template-hash`: the FNV-1a hash of the template. Kubernetes hashes the Go structure of
 * the template, so its values are others of the same form.
 */
export function podTemplateHash(template: PodTemplateSpec, collisionCount: number | undefined): string {
  const text = `${canonical(template)}${collisionCount ?? ''}`;
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return [...String(hash)].map((digit) => safe[Number(digit.charCodeAt(0)) % safe.length]).join('');
}

/** Whether two templates are the same apart from the hash label. */
export function isSameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return canonical(withoutHash(a)) === canonical(withoutHash(b));
}

function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { [hashLabel]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

/** JSON with sorted keys, without empty values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined && each !== null)
    .map(([key, each]): [string, string] => [key, canonical(each)])
    .filter(([, each]) => each !== '{}' && each !== '[]')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${each}`).join()}}`;
}
