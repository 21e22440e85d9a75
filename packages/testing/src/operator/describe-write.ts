import { type JsonObject, metadataIn } from '@opgen/rules/json';
import type { FieldChange } from '@opgen/runtime/runs';
import type { Write } from './write.ts';

/** `ConfigMap default/web`; all objects with the same generated name have the same description. */
export function describeObject(object: JsonObject): string {
  const { name, generateName, namespace } = metadataIn(object);
  const called = typeof generateName === 'string' ? `${generateName}*` : String(name);
  return `${String(object['kind'] ?? 'object')} ${typeof namespace === 'string' ? `${namespace}/` : ''}${called}`;
}

/** The write and what it changed, one line each. */
export function describeWrite({ verb, subresource, object, changes, isCreation, by }: Write): string {
  const does = isCreation ? 'create' : verb;
  const what = subresource === undefined ? '' : `, subresource ${subresource}`;
  const who = by === undefined ? '' : `, in the ${by}`;
  return [
    `  ${does} ${describeObject(object)}${what}${who}`,
    ...changes.map((change) => `    ${describeChange(change)}`),
  ].join('\n');
}

/** `.spec.replicas: 1 → 2` */
export function describeChange(change: FieldChange): string {
  const old = 'old' in change ? JSON.stringify(change.old) : 'unset';
  const now = 'new' in change ? JSON.stringify(change.new) : 'unset';
  return `${change.path}: ${old} → ${now}`;
}
