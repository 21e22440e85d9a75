import { type Library, overload } from '../functions/overload.ts';
import { mapType, parameter } from '../types/type.ts';
import { EntryMap } from '../values/containers.ts';
import type { Mapping, Value } from '../values/value.ts';

const key = parameter('K');
const value = parameter('V');
const map = mapType(key, value);

/** The function to which transformMap and transformMapEntry expand. Expressions cannot call it: `@` is not allowed. */
export const mapInsert: Library = {
  'cel.@mapInsert': [
    overload(
      '@mapInsert_map_key_value',
      [map, key, value],
      map,
      (target: EntryMap, name: Value, content: Value) => target.with(name, content),
    ),
    overload('@mapInsert_map_map', [map, map], map, (target: EntryMap, added: Mapping) => {
      let result = target;
      for (const name of added.keys()) result = result.with(name, added.find(name)!);
      return result;
    }),
  ],
};
