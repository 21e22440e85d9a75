import type { CodeExample } from './code-example.ts';
import { deletions, kind, permission, secondVersion, webhook } from './example-sources.ts';

/** One example for each code of markers, types, schemas and roles. They are real: a test generates manifests from each. */
export const sourceExamples: Readonly<Record<string, CodeExample>> = {
  OPG1001: { wrong: 'size: = Int32;', right: 'size: Int32;' },
  OPG1101: {
    wrong: '// +validation:Minimun=1\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
  OPG1102: {
    wrong: '// +validation:Minimum=one\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
  OPG1103: {
    wrong: '// +rbac:groups=apps,resorces=deployments,verbs=get\nexport class MemcachedReconciler {}',
    right: '// +rbac:groups=apps,resources=deployments,verbs=get\nexport class MemcachedReconciler {}',
  },
  OPG1104: { wrong: '// +validation:Minimum\nsize: Int32;', right: '// +validation:Minimum=1\nsize: Int32;' },
  OPG1105: {
    wrong: '// +subresource:status\nsize: Int32;',
    right: '// +subresource:status\nexport interface Memcached extends CustomResource<MemcachedSpec> {}',
  },
  OPG1106: {
    wrong: 'size: Int32;\n// +validation:Minimum=1',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
  OPG1107: { wrong: 'size: Int32; // +default=1', right: '// +default=1\nsize: Int32;' },
  OPG1108: { wrong: '// +default=1\n// +default=2\nsize: Int32;', right: '// +default=2\nsize: Int32;' },
  OPG1109: { wrong: '// +optinal\nsize: Int32;', right: '// +optional\nsize: Int32;' },
  OPG1110: {
    wrong: '// +validation:UniqueItems=true\ntags: string[];',
    right: '// +listType=set\ntags: string[];',
  },
  OPG1111: {
    wrong: '// +validation:MinLength=1\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
  OPG1112: { wrong: "// +validation:Enum=A;B\nmode: 'A' | 'B' | 'C';", right: "mode: 'A' | 'B';" },
  OPG1113: {
    wrong: '// +validation:Minimum=0.5\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
  OPG1201: { wrong: 'extra: any;', right: 'extra: unknown;' },
  OPG1202: { wrong: 'size: Int23;', right: 'size: Int32;' },
  OPG1203: {
    wrong: 'interface Node {\n  children: Node[];\n}\nexport interface MemcachedSpec {\n  tree: Node;\n}',
    right: 'interface Node {\n  children: unknown[];\n}\nexport interface MemcachedSpec {\n  tree: Node;\n}',
  },
  OPG1204: { wrong: 'size: number;', right: 'size: Int32;' },
  OPG1205: {
    wrong: "import type { Shape } from 'some-package';\nexport interface MemcachedSpec {\n  shape: Shape;\n}",
    right: 'interface Shape {\n  sides: Int32;\n}\nexport interface MemcachedSpec {\n  shape: Shape;\n}',
  },
  OPG1206: {
    wrong: 'labels: Record<`team-${string}`, string>;',
    right: 'labels: Record<string, string>;',
  },
  OPG1207: {
    wrong: kind({ defined: false }),
    right: kind({}),
  },
  OPG1208: { wrong: kind({ plural: 'pluralOf(Memcached)' }), right: kind({}) },
  OPG1209: {
    wrong: 'store: { size: Int32 } | { size: string };',
    right: 'store: { size: Int32 } | { claim: string };',
  },
  OPG1301: {
    wrong: 'export class MemcachedValidator implements Validator<MemcachedSpec> {}',
    right: 'export class MemcachedValidator implements Validator<Memcached> {}',
  },
  OPG2101: {
    wrong: '// +listType=map\nconditions: Condition[];',
    right: '// +listType=map\n// +listMapKey=type\nconditions: Condition[];',
  },
  OPG2102: { wrong: '// +default=1\nimage: string;', right: '// +default="1"\nimage: string;' },
  OPG2103: { wrong: '// +validation:Enum=A;B\nsize: Int32;', right: '// +validation:Enum=1;2\nsize: Int32;' },
  OPG2104: {
    wrong: '// +validation:Pattern=`^(?!kube-)`\nname: string;',
    right: '// +validation:XValidation:rule="!self.startsWith(\'kube-\')"\nname: string;',
  },
  OPG2105: {
    wrong: '// +validation:Minimum=5\n// +validation:Maximum=1\nsize: Int32;',
    right: '// +validation:Minimum=1\n// +validation:Maximum=5\nsize: Int32;',
  },
  OPG2106: { wrong: kind({ marker: '// +unservedversion' }), right: kind({}) },
  OPG2107: { wrong: kind({ group: 'cache' }), right: kind({}) },
  OPG2108: {
    wrong: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=spec.size' }),
    right: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.size' }),
  },
  OPG2109: {
    wrong: kind({ marker: '// +subresource:scale:specpath=.size,statuspath=.status.size' }),
    right: kind({ marker: '// +subresource:scale:specpath=.spec.size,statuspath=.status.size' }),
  },
  OPG2110: {
    wrong: kind({ marker: '// +selectablefield:jsonPath=.metadata.labels' }),
    right: kind({ marker: '// +selectablefield:jsonPath=.spec.size' }),
  },
  OPG2111: { wrong: kind({ plural: "'Memcacheds'" }), right: kind({}) },
  OPG2112: {
    wrong: '// +validation:Type=array\ntags: Int32;',
    right: 'tags: Int32[];',
  },
  OPG2113: {
    wrong: '// +validation:XValidation:rule="self > \'1\'"\nsize: Int32;',
    right: '// +validation:XValidation:rule="self > 1"\nsize: Int32;',
  },
  OPG2114: {
    wrong: '// +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"\ntags: string[];',
    right:
      '// +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"\n' +
      '// +validation:MaxItems=16\n// +validation:items:MaxLength=63\ntags: string[];',
  },
  OPG2115: {
    wrong:
      '// +validation:items:XValidation:rule="self == oldSelf"\n// +validation:MaxItems=16\nsizes: Int32[];',
    right: '// +validation:XValidation:rule="self == oldSelf"\n// +validation:MaxItems=16\nsizes: Int32[];',
  },
  OPG2116: {
    wrong: kind({ marker: '// +deprecatedversion:warning=""' }),
    right: kind({ marker: '// +deprecatedversion:warning="use v2"' }),
  },
  OPG2117: {
    wrong:
      "import type { PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';\n" +
      'export interface MemcachedSpec {\n  servers?: PodTemplateSpec;\n  proxies?: PodTemplateSpec;\n' +
      '  exporters?: PodTemplateSpec;\n  loaders?: PodTemplateSpec;\n  backups?: PodTemplateSpec;\n  tests?: PodTemplateSpec;\n}',
    right:
      "import type { PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';\n" +
      'export interface MemcachedSpec {\n  servers?: PodTemplateSpec;\n}',
  },
  OPG2118: {
    wrong: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.sise' }),
    right: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.size' }),
  },
  OPG2119: {
    wrong: '// +example=six\nsize: Int32;',
    right: '// +example=6\nsize: Int32;',
  },
  OPG2120: {
    wrong: '// +validation:Format=ip\naddress: string;',
    right: '// +validation:Format=ipv4\naddress: string;',
  },
  OPG2201: {
    wrong: '// +rbac:resources=deployments,verbs=get;list;watch\nexport class MemcachedReconciler {}',
    right:
      '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch\nexport class MemcachedReconciler {}',
  },
  OPG2202: permission('groups=apps,resources=*,verbs=get', 'groups=apps,resources=deployments,verbs=get'),
  OPG2203: {
    wrong:
      '// +rbac:groups=core,resources=pods,verbs=get,fileName=one.yaml\n' +
      '// +rbac:groups=core,resources=secrets,verbs=get,fileName=other.yaml\n' +
      'export class MemcachedReconciler {}',
    right:
      '// +rbac:groups=core,resources=pods,verbs=get,fileName=one.yaml\n' +
      '// +rbac:groups=core,resources=secrets,verbs=get,fileName=one.yaml\n' +
      'export class MemcachedReconciler {}',
  },
  OPG2204: permission('groups=core,resources=pods,verbs=read', 'groups=core,resources=pods,verbs=get'),
  OPG2205: permission('groups=core,resources=pod,verbs=get', 'groups=core,resources=pods,verbs=get'),
  OPG2206: permission(
    'groups=core,resources=nodes,verbs=get,namespace=cache',
    'groups=core,resources=nodes,verbs=get',
  ),
  OPG2207: permission(
    'groups=core,resources=secrets,resourceNames=cache,verbs=create',
    'groups=core,resources=secrets,verbs=create',
  ),
  OPG2208: permission(
    'groups=core,resources=secrets,verbs=get;watch',
    'groups=core,resources=secrets,verbs=get;list;watch',
  ),
  OPG2301: {
    wrong: '// +webhook:verbs=create,failurePolicy=fail\nexport class MemcachedDefaults {}',
    right:
      '// +webhook:verbs=create,failurePolicy=fail\nexport class MemcachedDefaults implements Defaulter<Memcached> {}',
  },
  OPG2302: webhook('name=memcached', 'name=memcached.cache.example.com'),
  OPG2303: webhook('path=validate-memcached', 'path=/validate-memcached'),
  OPG2304: webhook('timeoutSeconds=60', 'timeoutSeconds=10'),
  OPG2305: webhook(
    'objectSelector={matchLabels: {checked: true}}',
    'objectSelector={matchLabels: {checked: "true"}}',
  ),
  OPG2306: webhook('groups=apps,resources=deployment', 'groups=apps,resources=deployments'),
  OPG2307: webhook('patch=`{"timeout": 5}`', 'patch=`{"timeoutSeconds": 5}`'),
  OPG2308: {
    wrong:
      '// +webhookconfiguration:mutating=true,name=one\n' +
      '// +webhookconfiguration:mutating=true,name=other\n' +
      'export class MemcachedDefaulter implements Defaulter<Memcached> {}',
    right:
      '// +webhookconfiguration:mutating=true,name=one\n' +
      'export class MemcachedDefaulter implements Defaulter<Memcached> {}',
  },
  OPG2309: {
    wrong:
      'export class MemcachedNames implements Validator<Memcached> {}\n' +
      'export class MemcachedSizes implements Validator<Memcached> {}',
    right: 'export class MemcachedValidator implements Validator<Memcached> {}',
  },
  OPG2310: {
    wrong: deletions('create;update'),
    right: deletions('delete'),
  },
  OPG2311: webhook(
    'groups=core,resources=nodes,failurePolicy=fail',
    'groups=core,resources=nodes,failurePolicy=ignore',
  ),
  OPG2401: {
    wrong: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<Memcached, MemcachedV2> {}`,
    right: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}`,
  },
  OPG2402: {
    wrong:
      `${secondVersion('// +storageversion\n')}${secondVersion('', 'V3')}` +
      'export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}',
    right:
      `${secondVersion('// +storageversion\n')}${secondVersion('// +unservedversion\n', 'V3')}` +
      'export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}',
  },
  OPG2403: {
    wrong: 'export class MemcachedConverter implements Converter<Memcached, Memcached> {}',
    right: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}`,
  },
};
