import { isObject } from '@opgen/rules/json';
import * as fc from 'fast-check';
import { anyBody } from './any-object.ts';
import type { KindName } from './kinds.ts';

type Path = readonly (string | number)[];

/** All paths in a value except its root. */
function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...at, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesIn(inner, place)];
  });
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
}

function replaced(value: unknown, path: Path, by: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** A body with one changed value. */
function changed(
  body: fc.Arbitrary<object>,
  by: fc.Arbitrary<(old: unknown) => unknown>,
): fc.Arbitrary<object> {
  return fc.tuple(body, fc.nat(), by).map(([given, index, change]) => {
    const places = placesIn(given);
    const place = places[index % Math.max(1, places.length)];
    return place === undefined ? given : (replaced(given, place, change) as object);
  });
}

const nothing = fc.constant(() => null);

/** The directives of strategic merge patches. */
const directive = fc.constantFrom<(old: unknown) => unknown>(
  () => null,
  (old) => (isObject(old) ? { ...old, $patch: 'replace' } : old),
  (old) => (isObject(old) ? { ...old, $patch: 'delete' } : old),
  (old) => (isObject(old) ? { ...old, $patch: 'merge' } : old),
  (old) => (isObject(old) ? { ...old, $patch: 'other' } : old),
  (old) => (isObject(old) ? { ...old, $retainKeys: Object.keys(old) } : old),
  (old) => (Array.isArray(old) ? [...(old as unknown[]), { $patch: 'replace' }] : old),
  (old) => (isObject(old) ? { ...old, '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] } : old),
  (old) => (isObject(old) ? { ...old, '$setElementOrder/ports': [{ port: 81 }, { port: 80 }] } : old),
  (old) => (isObject(old) ? { ...old, '$deleteFromPrimitiveList/finalizers': ['example.com/one'] } : old),
);

export function anyMergePatch(kind: KindName, subresource?: string): fc.Arbitrary<object> {
  const body = anyBody(kind, subresource);
  return subresource === 'scale' ? body : fc.oneof(body, changed(body, nothing));
}

export function anyStrategicPatch(kind: KindName, subresource?: string): fc.Arbitrary<object> {
  const body = anyBody(kind, subresource);
  // Only lists have an order, maps of strings do not.
  if (kind === 'configMap') return anyMergePatch(kind);
  return fc.oneof({ weight: 2, arbitrary: body }, { weight: 3, arbitrary: changed(body, directive) });
}

const ops = fc.constantFrom('add', 'add', 'replace', 'replace', 'remove', 'test', 'copy', 'move', 'other');

/** Operations at paths that exist in a body, so that they often succeed. */
export function anyJsonPatch(kind: KindName, subresource?: string): fc.Arbitrary<object[]> {
  const steps = fc.array(fc.tuple(ops, fc.nat(), fc.nat(), fc.integer({ min: 0, max: 9 })), {
    minLength: 1,
    maxLength: 3,
  });
  return fc.tuple(anyBody(kind, subresource), steps).map(([body, chosen]) => {
    const places = placesIn(body);
    const all = places.length === 0 ? [['metadata', 'labels']] : places;
    return chosen.map(([op, first, second, odd]) => {
      const place = all[first % all.length] ?? [];
      const from = all[second % all.length] ?? [];
      const end = odd === 0 && typeof place.at(-1) === 'number' ? [...place.slice(0, -1), '-'] : place;
      return {
        op,
        path: pointer(end),
        ...(op === 'copy' || op === 'move' ? { from: pointer(from) } : {}),
        ...(op === 'remove'
          ? {}
          : {
              value:
                odd === 1 ? null : valueAt(places.length === 0 ? {} : body, places.length === 0 ? [] : place),
            }),
      };
    });
  });
}

function pointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
