import type { JSONSchemaProps } from '@opgen/rules/schema';
import { project, type RuleCase, source } from './rule-case.ts';

const list = 'interface Server {\n  name: string;\n  port?: Int32;\n  zones?: string[];\n}';

const anotherVersion = 'src/api/cache/v2/memcached.ts';
const selectable = '// +selectablefield:jsonPath=.spec.size';

/** Rules 15 to 34: schemas that are structural, so that the server can prune and default by them. */
export const structural: readonly RuleCase[] = [
  {
    rule: '15 the type is a JSON type',
    files: project({ spec: '  // +validation:Type=number64\n  size: Int32;' }),
    reported:
      "OPG1102 4:23 +validation:Type: 'number64' is not one of string, number, integer, boolean, array, object",
    refused: 'supported values: "array", "boolean", "integer", "number", "object", "string"',
    byHand: changeField('size', { type: 'number64' }),
  },
  {
    rule: '15 the type is not null',
    files: project({ spec: '  size: null;' }),
    reported: 'OPG1201 4:9 no value has this type',
    refused: 'type cannot be set to null, use nullable as an alternative',
    byHand: changeField('size', { type: 'null' }),
  },
  {
    rule: '16 the root is not nullable',
    files: project({ markers: '// +nullable' }),
    reported: 'OPG1105 7:4 +nullable must be above a field, but it is above interface Memcached',
    refused: 'nullable cannot be true at the root',
    byHand: changeRoot({ nullable: true }),
  },
  {
    rule: '16 the root is an object',
    files: project({ markers: '// +validation:Type=string' }),
    reported:
      'OPG1105 7:4 +validation:Type must be above a field or a type, but it is above interface Memcached',
    refused: 'must be object at the root',
    byHand: changeRoot({ type: 'string' }),
  },
  {
    rule: '17 with a status subresource the root has only some keywords',
    files: project({ markers: '// +subresource:status\n// +validation:Enum=a' }),
    reported:
      'OPG1105 8:4 +validation:Enum must be above a field or a type, but it is above interface Memcached',
    refused: 'fields are allowed at the root of the schema if the status subresource is enabled',
    byHand: changeRoot({ enum: ['a'] }),
  },
  {
    rule: '18 a field has a type',
    files: project({ spec: '  // +validation:Schemaless\n  anything: Int32;' }),
    reported:
      'OPG2112 5:3 the API server rejects anything (type): must not be empty for specified object fields',
    refused: 'must not be empty for specified object fields',
  },
  {
    rule: '18 items have a type',
    files: project({ spec: '  // +validation:Type=array\n  sizes: Int32;' }),
    reported: 'OPG2112 5:3 the API server rejects sizes (items): must be specified',
    refused: 'items: Required value: must be specified',
  },
  {
    rule: '19 all items of a list have one schema',
    files: project({ spec: '  // +validation:Type=array\n  pair: Int32;' }),
    reported: 'OPG2112 5:3 the API server rejects pair (items): must be specified',
    refused: 'items must be a schema object and not an array',
    byHand: changeField('pair', { items: [{ type: 'integer' }, { type: 'string' }] }),
  },
  {
    rule: '20 branches set no types',
    files: project({ spec: '  // +validation:AllOf=[{"type":"integer"}]\n  size: Int32;' }),
    reported: 'OPG2112 5:3 the API server rejects size (type): must be empty to be structural',
    refused: 'must be empty to be structural',
  },
  {
    rule: '20 branches set no defaults',
    files: project({ spec: '  // +validation:AnyOf=[{"default":1},{"minimum":2}]\n  size: Int32;' }),
    reported: 'OPG2112 5:3 the API server rejects size (default): must be undefined to be structural',
    refused: 'must be undefined to be structural',
  },
  {
    rule: '21 a branch at the root uses only declared fields',
    files: project({ markers: '// +validation:AnyOf=[{"properties":{"sepc":{}}}]' }),
    reported:
      'OPG1105 7:4 +validation:AnyOf must be above a field or a type, but it is above interface Memcached',
    refused: 'because it is defined in',
    byHand: changeRoot({ anyOf: [{ properties: { sepc: {} } }] }),
  },
  {
    rule: '22 properties and additionalProperties exclude each other',
    files: project({ spec: '  labels: { [name: string]: string; size: string };' }),
    reported: 'OPG1201 4:11 an object cannot have both named properties and an index signature',
    refused: 'additionalProperties and properties are mutual exclusive',
    byHand: changeField('labels', {
      type: 'object',
      properties: { size: { type: 'string' } },
      additionalProperties: { type: 'string' },
    }),
  },
  {
    rule: '23 uniqueItems is not supported',
    files: project({ spec: '  // +validation:UniqueItems=true\n  tags: string[];' }),
    reported: 'OPG1110 4:6 the API server rejects uniqueItems, because validating it is too expensive',
    refused: 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    byHand: changeField('tags', { uniqueItems: true }),
  },
  {
    rule: '23 keys of a map are not validated',
    files: project({ spec: '  // +k8s:eachKey=+k8s:maxLength=3\n  labels: Record<string, string>;' }),
    reported:
      'OPG1110 4:6 custom resources do not support +k8s:eachKey: schemas cannot validate the keys of a map',
    refused: 'patternProperties is not supported',
    byHand: changeField('labels', { patternProperties: { a: {} } }),
  },
  {
    rule: '24 preserve-unknown-fields is true or absent',
    files: project({ spec: '  // +preserveUnknownFields=false\n  extra: Server;', more: list }),
    reported: 'OPG1102 4:28 +preserveUnknownFields: it takes no argument, so nothing may follow it',
    refused: 'must be true or undefined',
    byHand: changeField('extra', { 'x-kubernetes-preserve-unknown-fields': false }),
  },
  {
    rule: '25 an int-or-string preserves no unknown fields',
    files: project({ spec: '  // +preserveUnknownFields\n  port: Int32 | string;' }),
    reported:
      'OPG2112 4:6 the API server rejects port (x-kubernetes-preserve-unknown-fields): must be false if x-kubernetes-int-or-string is true',
    refused: 'must be false if x-kubernetes-int-or-string is true',
  },
  {
    rule: '26 an embedded resource preserves its fields',
    files: project({ spec: '  // +embeddedResource\n  // +validation:Type=object\n  template: Int32;' }),
    reported:
      'OPG2112 6:3 the API server rejects template (properties): must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    refused:
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
  },
  {
    rule: '27 a map type is set only on objects',
    files: project({ spec: '  // +mapType=atomic\n  size: Int32;' }),
    reported: 'OPG1111 4:6 +mapType applies to objects, but size is of type integer',
    refused: 'must be object if x-kubernetes-map-type is specified',
    byHand: changeField('size', { 'x-kubernetes-map-type': 'atomic' }),
  },
  {
    rule: '28 a list type is set only on lists',
    files: project({ spec: '  // +listType=atomic\n  size: Int32;' }),
    reported: 'OPG1111 4:6 +listType applies to lists, but size is of type integer',
    refused: 'must be array if x-kubernetes-list-type is specified',
    byHand: changeField('size', { 'x-kubernetes-list-type': 'atomic' }),
  },
  {
    rule: '28 the items of a set are scalar or atomic',
    files: project({ spec: '  // +listType=set\n  servers: Server[];', more: list }),
    reported: 'OPG2101 4:6 the items of a list with +listType=set must be scalar or atomic',
    refused: 'must be atomic as item of a list with x-kubernetes-list-type=set',
  },
  {
    rule: '28 the items of a set are not nullable',
    files: project({ spec: '  // +listType=set\n  names: (string | null)[];' }),
    reported:
      'OPG2112 5:3 the API server rejects the items of names (nullable): cannot be nullable when x-kubernetes-list-type is set',
    refused: 'cannot be nullable when x-kubernetes-list-type is set',
  },
  {
    rule: '29 a list map has keys',
    files: project({ spec: '  // +listType=map\n  servers: Server[];', more: list }),
    reported: 'OPG2101 4:6 +listType=map requires at least one key',
    refused: 'must not be empty if x-kubernetes-list-type is map',
  },
  {
    rule: '29 the items of a list map are objects',
    files: project({ spec: '  // +listType=map\n  // +listMapKey=name\n  servers: string[];' }),
    reported: 'OPG2101 4:6 the items of a list with +listType=map must be objects',
    refused: "must be object if parent array's x-kubernetes-list-type is map",
  },
  {
    rule: '29 a key is a property',
    files: project({ spec: '  // +listType=map\n  // +listMapKey=nam\n  servers: Server[];', more: list }),
    reported: "OPG2101 5:6 the items have no property 'nam'",
    refused: 'entries must all be names of item properties',
  },
  {
    rule: '29 a key is a scalar',
    files: project({
      spec: '  // +listType=map\n  // +listMapKey=zones\n  servers: Required<Server>[];',
      more: list,
    }),
    reported: "OPG2101 5:6 the key 'zones' is not a scalar",
    refused: "must be a scalar type if parent array's x-kubernetes-list-type is map",
  },
  {
    rule: '29 a key is required or has a default',
    files: project({ spec: '  // +listType=map\n  // +listMapKey=port\n  servers: Server[];', more: list }),
    reported: "OPG2101 5:6 the key 'port' is optional",
    refused: 'so it must have a default or be a required property',
  },
  {
    rule: '29 a key is not nullable',
    files: project({
      spec: '  // +listType=map\n  // +listMapKey=name\n  servers: Named[];',
      more: 'interface Named {\n  name: string | null;\n}',
    }),
    reported:
      'OPG2112 9:3 the API server rejects name (nullable): this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
    refused: 'so it cannot be nullable',
  },
  ...[
    ['(?!a)', "OPG2104 4:6 RE2 does not support '(?!'", 'invalid or unsupported Perl syntax: `(?!`'],
    ['(?<=a)b', "OPG2104 4:6 RE2 does not support '(?<=a)b'", 'error parsing regexp'],
    ['(a)\\1', "OPG2104 4:6 RE2 does not support '\\1'", 'invalid escape sequence: `\\1`'],
    [
      'a++',
      'OPG2104 4:6 the pattern is not a valid regular expression: invalid nested repetition operator: `++`',
      'invalid nested repetition operator: `++`',
    ],
    ['(?>a)', "OPG2104 4:6 RE2 does not support '(?>'", 'invalid or unsupported Perl syntax: `(?>`'],
    [
      '\\p{Grek}',
      "OPG2104 4:6 RE2 does not support '\\p{Grek}'",
      'invalid character class range: `\\p{Grek}`',
    ],
    ['\\u00e9', "OPG2104 4:6 RE2 does not support '\\u'", 'invalid escape sequence: `\\u`'],
    [
      '[a',
      'OPG2104 4:6 the pattern is not a valid regular expression: missing closing ]: `[a`',
      'missing closing ]: `[a`',
    ],
    [
      'a{1001}',
      'OPG2104 4:6 the pattern is not a valid regular expression: invalid repeat count: `{1001}`',
      'invalid repeat count: `{1001}`',
    ],
  ].map(([pattern = '', reported = '', refused = '']) => ({
    rule: `30 RE2 compiles the pattern ${pattern}`,
    files: project({ spec: `  // +validation:Pattern=\`${pattern}\`\n  name: string;` }),
    reported,
    refused,
  })),
  {
    rule: '31 a default has the type of its field',
    files: project({ spec: '  // +validation:Maximum=5\n  // +default=9\n  size: Int32;' }),
    reported: 'OPG2102 5:6 the default of size is not valid: 9 should be less than or equal to 5',
    refused: 'should be less than or equal to 5',
  },
  {
    rule: '31 a default has all required fields',
    files: project({ spec: '  // +default={}\n  server: Server;', more: list }),
    reported: 'OPG2102 4:6 the default of server is not valid: name: Required value',
    refused: 'default.name: Required value',
  },
  {
    rule: '31 a default has no unknown fields',
    files: project({ spec: '  // +default={"name":"a","prot":1}\n  server: Server;', more: list }),
    reported: 'OPG2102 4:6 the default of server is not valid: prot: unknown field',
    refused: 'must not have unknown fields',
  },
  {
    rule: '31 a default satisfies the rules',
    files: project({ spec: '  // +validation:XValidation:rule="self > 1"\n  // +default=1\n  size: Int32;' }),
    reported: 'OPG2112 5:6 the API server rejects size (default): failed rule: self > 1',
    refused: 'failed rule: self > 1',
  },
  {
    rule: '31 kind and apiVersion have no default',
    files: project({ spec: '  size: Int32;', markers: '// +default={}' }),
    reported: 'OPG1105 7:4 +default must be above a field, but it is above interface Memcached',
    refused: 'must not be set in top-level kind',
    byHand: ({ spec }) =>
      void Object.assign(rootOf(spec).properties?.['kind'] ?? {}, { default: 'Memcached' }),
  },
  {
    rule: '32 enum values have the type of the field (the server accepts them, but no value is valid)',
    files: project({ spec: '  // +validation:Enum=A;B\n  size: Int32;' }),
    reported:
      'OPG2103 4:6 "A" can never be a value of size, which is of type integer\nOPG2103 4:6 "B" can never be a value of size, which is of type integer',
  },
  {
    rule: '33 a format is known to the server (it accepts any, but does not validate it)',
    files: project({ spec: '  // +validation:Format=ip4\n  address: string;' }),
    reported: "OPG2120 4:6 the API server does not know the format 'ip4' and accepts every string",
  },
  {
    // In v1beta1 versions shared a schema at the top of the spec and could not repeat it. That API is no longer served.
    rule: '34 versions may be equal',
    files: {
      ...project({ markers: '// +storageversion' }),
      [anotherVersion]: source({ version: 'v2' }),
    },
    reported: '',
  },
  {
    rule: '34 versions with one schema have the same selectable fields',
    files: {
      ...project({ markers: `// +storageversion\n${selectable}` }),
      [anotherVersion]: source({ version: 'v2' }),
    },
    reported:
      'OPG2110 8:4 the versions of Memcached have the same schema but different selectable fields, which the API server rejects',
    refused: 'may only be set when `version.schema.openAPIV3Schema` is not included',
  },
  {
    rule: '34 versions with different schemas have different selectable fields',
    files: {
      ...project({ markers: `// +storageversion\n${selectable}` }),
      [anotherVersion]: source({
        version: 'v2',
        spec: '  size: Int32;\n  more: Int32;',
        markers: selectable,
      }),
    },
    reported:
      'OPG2110 8:4 the versions of Memcached have different schemas but the same selectable fields, which the API server rejects',
    refused: 'spec.selectableFields: Invalid value: "": may only be set when validations.schema is included',
  },
];

type Spec = Parameters<NonNullable<RuleCase['byHand']>>[0]['spec'];

function rootOf({ versions }: Spec): JSONSchemaProps {
  return versions[0]?.schema?.openAPIV3Schema ?? {};
}

/** Keywords that TypeScript and markers cannot express. */
function changeRoot(keywords: object): NonNullable<RuleCase['byHand']> {
  return ({ spec }) => void Object.assign(rootOf(spec), keywords);
}

function changeField(name: string, keywords: object): NonNullable<RuleCase['byHand']> {
  return ({ spec }) => {
    const fields = rootOf(spec).properties?.['spec'] ?? {};
    fields.properties = { ...fields.properties, [name]: { ...fields.properties?.[name], ...keywords } };
  };
}
