import { readFileSync } from 'node:fs';

/**
 * For each Go type of Kubernetes, such as `core/v1/Container`, its fields by their number on the wire: the name in
 * JSON, nothing for what is inlined, and the type: `?` before what may be absent, `*` before lists, `{}` before maps.
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

/** The fields of a Go type that hold a text, a number or a truth value itself: none of them is told from its zero. */
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
