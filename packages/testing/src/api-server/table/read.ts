import { isObject, type JsonObject } from '@opgen/rules/json';

// Objects may be incomplete, so every read tolerates missing fields.

/** The value at a path of keys. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

/** The objects in a list. */
export function array(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A number; 0 if it is missing. */
export function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** `app=memcached,tier=cache` */
export function mapText(value: unknown): string {
  const pairs = Object.entries(isObject(value) ? value : {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return pairs.map(([key, one]) => `${key}=${String(one)}`).join(',') || '<none>';
}

/** A label selector in one line. */
export function labelSelectorText(value: unknown): string {
  if (!isObject(value)) return '<none>';
  const labels = isObject(value['matchLabels']) ? [mapText(value['matchLabels'])] : [];
  const expressions = array(value['matchExpressions']).map(({ key, operator, values }) => {
    const list = (Array.isArray(values) ? values : []).map(String).toSorted().join(',');
    switch (operator) {
      case 'In':
        return `${String(key)} in (${list})`;
      case 'NotIn':
        return `${String(key)} notin (${list})`;
      default:
        return `${operator === 'DoesNotExist' ? '!' : ''}${String(key)}`;
    }
  });
  return [...labels, ...expressions].join(',') || '<none>';
}
