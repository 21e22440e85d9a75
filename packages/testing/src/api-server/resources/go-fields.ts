import { readFileSync } from 'node:fs';

/**
 * The fields of each Go type of Kubernetes, such as `core/v1/Container`, by their protobuf number: the JSON name
 * (empty for inlined fields) and the type, with the prefixes `?` for a pointer, `*` for a list and `{}` for a map.
 */
type GoFields = Readonly<Record<string, Readonly<Record<string, string>>>>;

let loaded: GoFields | undefined;

export function goFields(): GoFields {
  loaded ??= JSON.parse(
    readFileSync(new URL('../builtin/protobuf-v1.36.json', import.meta.url), 'utf8'),
  ) as GoFields;
  return loaded;
}

const plainFields = new Map<string, ReadonlySet<string>>();

/** The fields of a Go type that hold a string, number or boolean by value: their zero value equals an unset field. */
export function plainFieldsOf(type: string): ReadonlySet<string> {
  let plain = plainFields.get(type);
  if (plain === undefined) {
    plain = new Set(Object.values(goFields()[type] ?? {}).flatMap(plainNames));
    plainFields.set(type, plain);
  }
  return plain;
}

function plainNames(field: string): string[] {
  const [name = '', type = ''] = field.split(' ');
  if (name === '') return [...plainFieldsOf(type)];
  return ['string', 'int', 'bool'].includes(type) ? [name] : [];
}
