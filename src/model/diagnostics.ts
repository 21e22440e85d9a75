import { defineDiagnostic } from '../diagnostics.ts';

const interfaceOfKind = `export interface Memcached extends CustomResource<MemcachedSpec> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}`;

const definition = (plural: string): string => `export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: ${plural},
  scope: 'Namespaced',
});`;

export const syntaxError = defineDiagnostic({
  code: 'OPG1001',
  title: 'TypeScript syntax error',
  explanation: 'opgen cannot parse the file. The TypeScript compiler reports the same syntax error.',
  example: { wrong: 'size: = Int32;', right: 'size: Int32;' },
});

export const markerBehindCode = defineDiagnostic({
  code: 'OPG1107',
  title: 'Marker after code on the same line',
  explanation: 'A marker must be on a line of its own, above the field or type that it describes.',
  example: { wrong: 'size: Int32; // +default=1', right: '// +default=1\nsize: Int32;' },
});

export const repeatedMarker = defineDiagnostic({
  code: 'OPG1108',
  title: 'Conflicting markers',
  explanation:
    'The marker sets a single value of the field or type, so one of the two values would be lost. The same value twice, also under two names of the marker, is accepted.',
  example: { wrong: '// +default=1\n// +default=2\nsize: Int32;', right: '// +default=2\nsize: Int32;' },
});

export const typeWithoutSchema = defineDiagnostic({
  code: 'OPG1201',
  title: 'Type without a schema',
  explanation:
    'Schemas describe JSON: strings, numbers, booleans, lists, maps with string keys, objects, and unions whose members the API server can distinguish. Functions, classes and any have no JSON form, and opgen does not read types that only a type checker can resolve.',
  example: { wrong: 'extra: any;', right: 'extra: unknown;' },
});

export const unknownType = defineDiagnostic({
  code: 'OPG1202',
  title: 'Unknown type',
  explanation:
    'The project does not declare the name, and the file does not import it from a module that exports it.',
  example: { wrong: 'size: Int23;', right: 'size: Int32;' },
});

export const recursiveType = defineDiagnostic({
  code: 'OPG1203',
  title: 'Recursive type',
  explanation:
    'The schema of a custom resource cannot contain references, so the schema of a recursive type would be infinite. Write unknown where the type repeats: the API server preserves the values there without validating them.',
  example: {
    wrong: 'interface Node {\n  children: Node[];\n}\nexport interface MemcachedSpec {\n  tree: Node;\n}',
    right: 'interface Node {\n  children: unknown[];\n}\nexport interface MemcachedSpec {\n  tree: Node;\n}',
  },
});

export const unreadablePackageType = defineDiagnostic({
  code: 'OPG1205',
  title: 'Unreadable type of a package',
  explanation:
    'opgen reads types from the project, from @opgen/runtime and @kubernetes/client-node, and from the .ts and .d.ts files of other installed packages. This package is not installed, or has no types.',
  example: {
    wrong: "import type { Shape } from 'some-package';\nexport interface MemcachedSpec {\n  shape: Shape;\n}",
    right: 'interface Shape {\n  sides: Int32;\n}\nexport interface MemcachedSpec {\n  shape: Shape;\n}',
  },
});

export const uncheckedMapKeys = defineDiagnostic({
  code: 'OPG1206',
  severity: 'warning',
  title: 'Unvalidated map keys',
  explanation:
    'A schema cannot limit the keys of a map, which may be any strings. A CEL rule can validate them; limit the size of the map with +validation:MaxProperties to keep the cost of the rule low.',
  example: {
    wrong: 'labels: Record<`team-${string}`, string>;',
    right: 'labels: Record<string, string>;',
  },
});

export const missingDefineKind = defineDiagnostic({
  code: 'OPG1207',
  title: 'Kind without defineKind',
  explanation:
    'The interface declares the fields of the object. defineKind specifies its plural and its scope, for the operator and for the manifests.',
  example: {
    wrong: interfaceOfKind,
    right: `${interfaceOfKind}\n${definition("'memcacheds'")}`,
  },
});

export const invalidDefineKind = defineDiagnostic({
  code: 'OPG1208',
  title: 'Invalid defineKind',
  explanation:
    'opgen reads the arguments of defineKind without running the code, so each value must be a string literal.',
  example: {
    wrong: `${interfaceOfKind}\n${definition('pluralOf(Memcached)')}`,
    right: `${interfaceOfKind}\n${definition("'memcacheds'")}`,
  },
});

export const specThatMayBeMissing = defineDiagnostic({
  code: 'OPG1210',
  severity: 'warning',
  title: 'Optional spec with a type that promises it',
  explanation:
    'CustomResource declares spec for every object, so code that reads an object without one fails. An interface that extends CustomObject declares its fields itself and can make spec optional.',
  example: {
    wrong: `export interface Memcached extends CustomResource<MemcachedSpec> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
  // +optional
  spec: MemcachedSpec;
}
${definition("'memcacheds'")}`,
    right: `export interface Memcached extends CustomObject {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
  spec?: MemcachedSpec;
}
${definition("'memcacheds'")}`,
  },
});

export const notAKind = defineDiagnostic({
  code: 'OPG1301',
  title: 'Webhook for a type that is not a kind',
  explanation:
    'The type arguments of Defaulter, Validator and Converter must be kinds: a kind of this project or of @opgen/runtime/kinds, an interface with a defineKind in src/, or an interface of a package with a defineKind in the same file or in the JavaScript beside it.',
  example: {
    wrong: 'export class MemcachedValidator implements Validator<MemcachedSpec> {}',
    right: 'export class MemcachedValidator implements Validator<Memcached> {}',
  },
});
