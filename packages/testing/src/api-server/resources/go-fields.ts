import { readFileSync } from 'node:fs';
import { type Minor, newestMinor } from '@opgen/rules/builtin';
import { mergePatch } from '@opgen/rules/json';

/**
 * The fields of each Go type of Kubernetes, such as `core/v1/Container`, by their protobuf number: the JSON name
 * (empty for inlined fields) and the type, with the prefixes `?` for a pointer, `*` for a list and `{}` for a map.
 */
export type GoFields = Readonly<Record<string, Readonly<Record<string, string>>>>;

const loaded = new Map<Minor, GoFields>();

/** The fields that a minor version has. Older ones are stored as differences from the newest. */
export function goFields(minor: Minor): GoFields {
  let fields = loaded.get(minor);
  if (fields === undefined) {
    fields =
      minor === newestMinor ? read(minor) : (mergePatch(goFields(newestMinor), read(minor)) as GoFields);
    loaded.set(minor, fields);
  }
  return fields;
}

function read(minor: Minor): GoFields {
  return JSON.parse(
    readFileSync(new URL(`../builtin/protobuf-v${minor}.json`, import.meta.url), 'utf8'),
  ) as GoFields;
}

const plainFields = new Map<string, ReadonlySet<string>>();

/** The fields of a Go type that hold a string, number or boolean by value: their zero value equals an unset field. */
export function plainFieldsOf(type: string): ReadonlySet<string> {
  let plain = plainFields.get(type);
  if (plain === undefined) {
    plain = new Set(Object.values(goFields(newestMinor)[type] ?? {}).flatMap(plainNames));
    plainFields.set(type, plain);
  }
  return plain;
}

function plainNames(field: string): string[] {
  const [name = '', type = ''] = field.split(' ');
  if (name === '') return [...plainFieldsOf(type)];
  return ['string', 'int', 'bool'].includes(type) ? [name] : [];
}
