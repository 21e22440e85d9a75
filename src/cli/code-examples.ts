/** What raises a code, and what to write instead. */
export interface CodeExample {
  wrong: string;
  right: string;
}

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

/** The same for the codes of projects, names, files and the command line: what was done, and what to do. */
export const commandExamples: Readonly<Record<string, CodeExample>> = {
  OPG2209: {
    wrong: '// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault',
    right: '// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault,fileName=vault_role.yaml',
  },
  OPG2501: {
    wrong: 'opgen import crd deployment.yaml',
    right: 'kubectl get crd memcacheds.cache.example.com -o yaml | opgen import crd -',
  },
  OPG2502: {
    wrong: 'opgen import crd memcacheds.yaml, with additionalProperties: true',
    right: 'opgen import crd memcacheds.yaml, with x-kubernetes-preserve-unknown-fields: true',
  },
  OPG2602: {
    wrong: "opgen crd diff main --allow '.spec.siez'",
    right: "opgen crd diff main --allow '.spec.size'",
  },
  OPG2603: {
    wrong: 'opgen manifests --kubernetes-docs',
    right: 'npm install --save-dev @kubernetes/client-node && opgen manifests --kubernetes-docs',
  },
  OPG3001: { wrong: 'cd / && opgen manifests', right: 'cd my-operator && opgen manifests' },
  OPG3002: { wrong: 'PROJECT: projectName: [my, operator]', right: 'PROJECT: projectName: my-operator' },
  OPG3003: {
    wrong: 'PROJECT: layout: [go.kubebuilder.io/v4]',
    right: 'opgen init my-operator --domain example.com',
  },
  OPG3004: {
    wrong: 'opgen create api --group Fruit_Trees --version v1 --kind Tree',
    right: 'opgen create api --group fruit-trees --version v1 --kind Tree',
  },
  OPG3005: {
    wrong: 'opgen create api --group fruit --version 1 --kind Tree',
    right: 'opgen create api --group fruit --version v1 --kind Tree',
  },
  OPG3006: {
    wrong: 'opgen create api --group fruit --version v1 --kind apple-tree',
    right: 'opgen create api --group fruit --version v1 --kind AppleTree',
  },
  OPG3007: {
    wrong: 'opgen create api --group fruit --version v1 --kind Tree --plural Trees',
    right: 'opgen create api --group fruit --version v1 --kind Tree --plural trees',
  },
  OPG3008: {
    wrong: 'opgen init --domain example.com --project-name My_Operator',
    right: 'opgen init --domain example.com --project-name my-operator',
  },
  OPG3009: {
    wrong: 'opgen create api --group fruit --version v2 --kind Tree --cluster-scoped',
    right: 'opgen create api --group fruit --version v2 --kind Tree',
  },
  OPG3010: {
    wrong: 'opgen init --domain k8s.io',
    right: 'opgen init --domain example.com',
  },
  OPG3011: {
    wrong: 'opgen create api --group fruit --version v1 --kind Treee --no-resource',
    right: 'opgen create api --group fruit --version v1 --kind Tree --no-resource',
  },
  OPG3012: {
    wrong: 'opgen init --domain example.org, in a project of example.com',
    right: 'opgen init another-folder --domain example.org',
  },
  OPG3013: {
    wrong: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name Pruner',
    right: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name pruner',
  },
  OPG3014: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, with a v2 left',
    right: 'opgen delete api --group fruit --version v1,v2 --kind Tree',
  },
  OPG3015: {
    wrong: 'opgen create api --group cache --version v1 --kind Memcached --image Memcached:1.6',
    right: 'opgen create api --group cache --version v1 --kind Memcached --image memcached:1.6',
  },
  OPG3016: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Treee',
    right: 'opgen delete api --group fruit --version v1 --kind Tree',
  },
  OPG3017: {
    wrong: 'opgen create api --external-api-crd deployment.yaml',
    right: 'opgen create api --external-api-crd certificates.crd.yaml',
  },
  OPG3018: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name prunner',
    right: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name pruner',
  },
  OPG3101: {
    wrong: 'opgen init, where a Makefile is already',
    right: 'opgen init --diff, then opgen init --force',
  },
  OPG3102: {
    wrong: 'src/main.ts without its line // +scaffold:setup',
    right: 'put the line back, above the end of the function, and repeat the command',
  },
  OPG3103: { wrong: 'a folder named Makefile', right: 'mv Makefile my-makefiles' },
  OPG3104: { wrong: 'opgen manifests & opgen manifests', right: 'opgen manifests && opgen manifests' },
  OPG3105: { wrong: 'chmod a-w config && opgen manifests', right: 'chmod u+w config && opgen manifests' },
  OPG3106: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, with a changed tree.controller.ts',
    right: 'rm src/controllers/fruit/tree.controller.ts, once nothing of it is needed',
  },
  OPG3107: {
    wrong: 'opgen init --domain example.com --license-file header.txt, which has /* and no */',
    right: "echo '*/' >> header.txt, and the same command again",
  },
  OPG3108: {
    wrong: 'opgen edit --license mit, with a LICENSE of your own',
    right: 'change LICENSE by hand, as the warning says',
  },
  OPG3201: {
    wrong: 'opgen create webhook --group fruit --version v1 --kind Tree',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
  OPG3202: {
    wrong: 'opgen create webhook … --kind Tree --defaulting --defaulting-path mutate-tree',
    right: 'opgen create webhook … --kind Tree --defaulting --defaulting-path /mutate-tree',
  },
  OPG3203: {
    wrong: 'opgen create webhook … --version v1 --kind Tree --conversion --spoke v1',
    right: 'opgen create webhook … --version v1 --kind Tree --conversion --spoke v2',
  },
  OPG3204: {
    wrong: 'opgen create webhook --group fruit --version v1 --kind Treee --validation',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
  OPG3205: {
    wrong: 'opgen create webhook --group apps --version v1 --kind Deployment --conversion --spoke v2',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --conversion --spoke v2',
  },
  OPG3206: {
    wrong: 'interface Tree …, without `export`, in the file that PROJECT names',
    right: '// +storageversion\nexport interface Tree …',
  },
  OPG3207: {
    wrong: 'opgen delete webhook --version v1 --kind Tree --defaulting, where Tree has only --validation',
    right: 'opgen delete webhook --version v1 --kind Tree --validation',
  },
  OPG3208: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, where v2 converts it',
    right: 'opgen delete webhook --version v2 --kind Tree --conversion, then opgen delete api …',
  },
  OPG3109: {
    wrong: 'opgen init --domain example.com --package-name "My Operator"',
    right: 'opgen init --domain example.com --package-name my-operator',
  },
  OPG4001: { wrong: 'opgen creat api', right: 'opgen create api' },
  OPG4002: { wrong: 'opgen init < /dev/null', right: 'opgen init --domain example.com < /dev/null' },
  OPG4003: { wrong: 'opgen init --repo example.com/x', right: 'opgen init --package-name x' },
  OPG4004: { wrong: 'opgen explain OPG9', right: 'opgen explain' },
  OPG4010: { wrong: 'opgen markers minimun', right: 'opgen markers Minimum' },
  OPG4005: {
    wrong: 'opgen init --domain example.com, offline',
    right: 'npm install, once there is a network',
  },
  OPG4006: { wrong: 'Ctrl-C', right: 'the same command again' },
  OPG4007: { wrong: 'opgen manifests, in a folder of another user', right: 'chown -R "$USER" .' },
  OPG4008: { wrong: 'opgen crd diff v9.9.9', right: 'opgen crd diff v1.0.0, after git fetch --tags' },
  OPG4009: { wrong: 'opgen crd diff main --kind Memcahced', right: 'opgen crd diff main --kind Memcached' },
  OPG4011: {
    wrong: 'opgen manifests --check, after a type has changed',
    right: 'opgen manifests, then opgen manifests --check',
  },
  OPG4900: { wrong: '(anything)', right: 'report it; --verbose shows the text to report' },
};

interface KindText {
  marker?: string;
  group?: string;
  plural?: string;
  defined?: boolean;
}

/** A kind that is right but for one thing. */
function kind({
  marker,
  group = 'cache.example.com',
  plural = "'memcacheds'",
  defined = true,
}: KindText): string {
  const define = `export const Memcached = defineKind<Memcached>({
  apiVersion: '${group}/v1',
  kind: 'Memcached',
  plural: ${plural},
  scope: 'Namespaced',
});`;
  return `${marker === undefined ? '' : `${marker}\n`}export interface Memcached extends CustomResource<MemcachedSpec> {
  apiVersion: '${group}/v1';
  kind: 'Memcached';
}${defined ? `\n${define}` : ''}`;
}

function permission(wrong: string, right: string): CodeExample {
  return aboveClass('// +rbac:', 'export class MemcachedReconciler {}', wrong, right);
}

function webhook(wrong: string, right: string): CodeExample {
  const validator = 'export class MemcachedValidator implements Validator<Memcached> {}';
  return aboveClass('// +webhook:', validator, wrong, right);
}

function aboveClass(marker: string, below: string, wrong: string, right: string): CodeExample {
  return { wrong: `${marker}${wrong}\n${below}`, right: `${marker}${right}\n${below}` };
}

function deletions(verbs: string): string {
  return `// +webhook:verbs=${verbs}
export class MemcachedValidator implements Validator<Memcached> {
  async validateDelete(): Promise<void> {}
}`;
}

function secondVersion(marker: string, version = 'V2'): string {
  const apiVersion = `cache.example.com/${version.toLowerCase()}`;
  return `${marker}export interface Memcached${version} extends CustomResource<MemcachedSpec> {
  apiVersion: '${apiVersion}';
  kind: 'Memcached';
}
export const Memcached${version} = defineKind<Memcached${version}>({
  apiVersion: '${apiVersion}',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
`;
}
