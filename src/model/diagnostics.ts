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
  title: 'A file is not TypeScript',
  explanation: 'The file cannot be parsed. The compiler tells the same.',
  example: { wrong: 'size: = Int32;', right: 'size: Int32;' },
});

export const markerBehindCode = defineDiagnostic({
  code: 'OPG1107',
  title: 'A marker stands behind code',
  explanation: 'Markers are read above what they describe, on lines of their own.',
  example: { wrong: 'size: Int32; // +default=1', right: '// +default=1\nsize: Int32;' },
});

export const repeatedMarker = defineDiagnostic({
  code: 'OPG1108',
  title: 'A marker stands twice',
  explanation: 'The marker has one value per field or type, so one of the two would be lost.',
  example: { wrong: '// +default=1\n// +default=2\nsize: Int32;', right: '// +default=2\nsize: Int32;' },
});

export const typeWithoutSchema = defineDiagnostic({
  code: 'OPG1201',
  title: 'A type cannot be turned into a schema',
  explanation:
    'Schemas describe JSON: text, numbers, booleans, lists, maps with text keys, objects, and unions of those that the API server can tell apart. Functions, classes and any have no counterpart, and types that take running a type checker are not read.',
  example: { wrong: 'extra: any;', right: 'extra: unknown;' },
});

export const unknownType = defineDiagnostic({
  code: 'OPG1202',
  title: 'There is no such type',
  explanation: 'The name is neither declared in the project nor imported from a module that has it.',
  example: { wrong: 'size: Int23;', right: 'size: Int32;' },
});

export const recursiveType = defineDiagnostic({
  code: 'OPG1203',
  title: 'A type contains itself',
  explanation:
    'The schema of a custom resource has no references, so a type that contains itself would never end. Say unknown where it repeats: the server then keeps what stands there, unchecked.',
  example: {
    wrong: 'interface Node {\n  children: Node[];\n}\nexport interface MemcachedSpec {\n  tree: Node;\n}',
    right: 'interface Node {\n  children: unknown[];\n}\nexport interface MemcachedSpec {\n  tree: Node;\n}',
  },
});

export const unreadablePackageType = defineDiagnostic({
  code: 'OPG1205',
  title: 'A type of a package cannot be read',
  explanation:
    'Types are read from the project, by name from @opgen/runtime and @kubernetes/client-node, and from the .ts and .d.ts files of other packages that are installed. This one is not, or has no types.',
  example: {
    wrong: "import type { Shape } from 'some-package';\nexport interface MemcachedSpec {\n  shape: Shape;\n}",
    right: 'interface Shape {\n  sides: Int32;\n}\nexport interface MemcachedSpec {\n  shape: Shape;\n}',
  },
});

export const uncheckedMapKeys = defineDiagnostic({
  code: 'OPG1206',
  severity: 'warning',
  title: 'The keys of a map are not held to their type',
  explanation:
    'A schema says nothing about the keys of a map but that they are text. A CEL rule can; it costs, so the map wants a limit on its size.',
  example: {
    wrong: 'labels: Record<`team-${string}`, string>;',
    right: 'labels: Record<string, string>;',
  },
});

export const missingDefineKind = defineDiagnostic({
  code: 'OPG1207',
  title: 'A kind has no defineKind',
  explanation:
    'The interface says what the object looks like; defineKind says its plural and scope, for the operator as well as for the manifests.',
  example: {
    wrong: interfaceOfKind,
    right: `${interfaceOfKind}\n${definition("'memcacheds'")}`,
  },
});

export const invalidDefineKind = defineDiagnostic({
  code: 'OPG1208',
  title: 'defineKind is incomplete or contradicts the interface',
  explanation: 'It is read without being run, so its values are plain texts.',
  example: {
    wrong: `${interfaceOfKind}\n${definition('pluralOf(Memcached)')}`,
    right: `${interfaceOfKind}\n${definition("'memcacheds'")}`,
  },
});

export const notAKind = defineDiagnostic({
  code: 'OPG1301',
  title: 'A class is about something that is no kind',
  explanation:
    'A class that implements Defaulter, Validator or Converter names the kinds that it is about: one of this project, one of @opgen/runtime/kinds, an interface that defineKind names somewhere in src/, or one of a package whose defineKind stands in the file of the interface or in the code beside it.',
  example: {
    wrong: 'export class MemcachedValidator implements Validator<MemcachedSpec> {}',
    right: 'export class MemcachedValidator implements Validator<Memcached> {}',
  },
});
