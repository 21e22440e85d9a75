import { defineDiagnostic } from '../diagnostics.ts';
import { deletions, kind, permission, secondVersion, webhook } from './example-sources.ts';

export const contradictoryVersions = defineDiagnostic({
  code: 'OPG2106',
  title: 'The versions of a kind contradict each other',
  explanation: 'Every version is declared once, exactly one is stored, and at least one is served.',
  example: { wrong: kind({ marker: '// +unservedversion' }), right: kind({}) },
});

export const invalidGroup = defineDiagnostic({
  code: 'OPG2107',
  title: 'A group is not accepted',
  explanation:
    'The API server accepts groups with at least one dot only; those without belong to Kubernetes, and so do those under k8s.io and kubernetes.io.',
  example: { wrong: kind({ group: 'cache' }), right: kind({}) },
});

export const invalidPrintColumn = defineDiagnostic({
  code: 'OPG2108',
  title: 'A column has no path or no name',
  explanation: 'Paths of printer columns begin with a dot.',
  example: {
    wrong: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=spec.size' }),
    right: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.size' }),
  },
});

export const invalidScalePath = defineDiagnostic({
  code: 'OPG2109',
  title: 'A path of the scale subresource leads nowhere',
  explanation: 'Replicas are read under .spec and .status, and lists cannot be part of the path.',
  example: {
    wrong: kind({ marker: '// +subresource:scale:specpath=.size,statuspath=.status.size' }),
    right: kind({ marker: '// +subresource:scale:specpath=.spec.size,statuspath=.status.size' }),
  },
});

export const invalidSelectableField = defineDiagnostic({
  code: 'OPG2110',
  title: 'A field cannot be selectable',
  explanation:
    'The API server accepts eight selectable fields: texts, integers and booleans below spec or status, and not within lists. Versions with the same schema have the same selectable fields, and versions with different schemas do not: the server refuses the others.',
  example: {
    wrong: kind({ marker: '// +selectablefield:jsonPath=.metadata.labels' }),
    right: kind({ marker: '// +selectablefield:jsonPath=.spec.size' }),
  },
});

export const invalidResourceName = defineDiagnostic({
  code: 'OPG2111',
  title: 'A name of a resource is wrong',
  explanation: 'Names are lower-case labels of DNS, and the operator and the manifests must agree on them.',
  example: { wrong: kind({ plural: "'Memcacheds'" }), right: kind({}) },
});

export const refusedByServer = defineDiagnostic({
  code: 'OPG2112',
  title: 'The API server refuses it',
  explanation:
    'opgen knows the rules of the API server for definitions of custom resources. What no other check words better is told as the server says it.',
  example: {
    wrong: '// +validation:Type=array\ntags: Int32;',
    right: 'tags: Int32[];',
  },
});

export const invalidDeprecationWarning = defineDiagnostic({
  code: 'OPG2116',
  title: 'The warning about a deprecated version cannot be shown',
  explanation: 'Clients print it on one line; the API server accepts up to 256 characters.',
  example: {
    wrong: kind({ marker: '// +deprecatedversion:warning=""' }),
    right: kind({ marker: '// +deprecatedversion:warning="use v2"' }),
  },
});

export const largeDefinition = defineDiagnostic({
  code: 'OPG2117',
  title: 'A definition is large',
  explanation:
    'Plain kubectl apply keeps a copy of the whole object in an annotation, and all annotations together have 256 KiB. With --server-side there is no copy, and the limit is what etcd takes in one request, 1.5 MiB.',
  example: {
    wrong:
      "import type { PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';\n" +
      'export interface MemcachedSpec {\n  servers?: PodTemplateSpec;\n  proxies?: PodTemplateSpec;\n' +
      '  exporters?: PodTemplateSpec;\n  loaders?: PodTemplateSpec;\n  backups?: PodTemplateSpec;\n  tests?: PodTemplateSpec;\n}',
    right:
      "import type { PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';\n" +
      'export interface MemcachedSpec {\n  servers?: PodTemplateSpec;\n}',
  },
});

export const unknownPath = defineDiagnostic({
  code: 'OPG2118',
  severity: 'warning',
  title: 'A path leads to no field',
  explanation:
    'The API server accepts the path and finds nothing there: a column stays empty, and nothing is scaled.',
  example: {
    wrong: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.sise' }),
    right: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.size' }),
  },
});

export const invalidPermission = defineDiagnostic({
  code: 'OPG2201',
  title: 'A permission is incomplete or contradictory',
  explanation: 'It names groups, resources and verbs, or urls and verbs.',
  example: {
    wrong: '// +rbac:resources=deployments,verbs=get;list;watch\nexport class MemcachedReconciler {}',
    right:
      '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch\nexport class MemcachedReconciler {}',
  },
});

export const wildcardPermission = defineDiagnostic({
  code: 'OPG2202',
  severity: 'warning',
  title: 'A permission for everything',
  explanation:
    'A star also grants what nobody has thought of yet. Whoever takes over the operator has all of it; list what it uses.',
  example: permission('groups=apps,resources=*,verbs=get', 'groups=apps,resources=deployments,verbs=get'),
});

export const roleInTwoFiles = defineDiagnostic({
  code: 'OPG2203',
  title: 'A role is to be in two files',
  explanation: 'All rules of a role are in one object, and that is in one file.',
  example: {
    wrong:
      '// +rbac:groups=core,resources=pods,verbs=get,fileName=one.yaml\n' +
      '// +rbac:groups=core,resources=secrets,verbs=get,fileName=other.yaml\n' +
      'export class MemcachedReconciler {}',
    right:
      '// +rbac:groups=core,resources=pods,verbs=get,fileName=one.yaml\n' +
      '// +rbac:groups=core,resources=secrets,verbs=get,fileName=one.yaml\n' +
      'export class MemcachedReconciler {}',
  },
});

export const unknownVerb = defineDiagnostic({
  code: 'OPG2204',
  severity: 'warning',
  title: 'A permission for a verb that no request has',
  explanation: 'The API server takes any word as a verb. One that no request has permits nothing.',
  example: permission('groups=core,resources=pods,verbs=read', 'groups=core,resources=pods,verbs=get'),
});

export const unknownResource = defineDiagnostic({
  code: 'OPG2205',
  severity: 'warning',
  title: 'A permission for a resource that does not exist',
  explanation:
    'Neither the project nor Kubernetes 1.33 to 1.36 serves it. The API server takes the rule all the same, and it permits nothing.',
  example: permission('groups=core,resources=pod,verbs=get', 'groups=core,resources=pods,verbs=get'),
});

export const unreachableResource = defineDiagnostic({
  code: 'OPG2206',
  severity: 'warning',
  title: 'A Role does not reach it',
  explanation:
    'A Role grants what is in its namespace. Nodes, namespaces and other objects of the whole cluster need a ClusterRole, which an operator of one namespace does not have.',
  example: permission(
    'groups=core,resources=nodes,verbs=get,namespace=cache',
    'groups=core,resources=nodes,verbs=get',
  ),
});

export const resourceNamesIgnored = defineDiagnostic({
  code: 'OPG2207',
  severity: 'warning',
  title: 'A permission by name for a request without one',
  explanation:
    'Who may create or delete many is decided before names are known, so a rule with resourceNames never applies.',
  example: permission(
    'groups=core,resources=secrets,resourceNames=cache,verbs=create',
    'groups=core,resources=secrets,verbs=create',
  ),
});

export const watchWithoutList = defineDiagnostic({
  code: 'OPG2208',
  severity: 'warning',
  title: 'A watch without a list',
  explanation:
    'The operator lists what is there before it watches what changes; without list it never starts.',
  example: permission(
    'groups=core,resources=secrets,verbs=get;watch',
    'groups=core,resources=secrets,verbs=get;list;watch',
  ),
});

export const roleLeavesNamespace = defineDiagnostic({
  code: 'OPG2209',
  severity: 'warning',
  title: 'A Role would be moved to another namespace',
  explanation:
    'config/default sets `namespace`, so kustomize moves every Role there, including Roles for other namespaces. Write such a Role to a file that config/rbac/kustomization.yaml does not list, and apply that file separately.',
  example: {
    language: 'sh',
    wrong:
      "echo '// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault' > src/permissions.ts\nopgen manifests",
    right:
      "echo '// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault,fileName=vault_role.yaml' > src/permissions.ts\nopgen manifests",
  },
});

export const incompleteWebhook = defineDiagnostic({
  code: 'OPG2301',
  title: 'A webhook is incomplete',
  explanation:
    'Above a class that implements Defaulter or Validator a marker may leave out what the class tells. Elsewhere it says everything, as in Go.',
  example: {
    wrong: '// +webhook:verbs=create,failurePolicy=fail\nexport class MemcachedDefaults {}',
    right:
      '// +webhook:verbs=create,failurePolicy=fail\nexport class MemcachedDefaults implements Defaulter<Memcached> {}',
  },
});

export const invalidWebhookName = defineDiagnostic({
  code: 'OPG2302',
  title: 'The name of a webhook is wrong',
  explanation: 'The API server asks for a name of DNS with three parts at least.',
  example: webhook('name=memcached', 'name=memcached.cache.example.com'),
});

export const invalidWebhookAddress = defineDiagnostic({
  code: 'OPG2303',
  title: 'The address of a webhook is wrong',
  explanation:
    'A webhook is a path of the service of the operator, or a url of https. Paths begin with a slash, and their parts are names of DNS.',
  example: webhook('path=validate-memcached', 'path=/validate-memcached'),
});

export const invalidWebhookField = defineDiagnostic({
  code: 'OPG2304',
  title: 'A webhook says what the API server refuses',
  explanation:
    'sideEffects is None or NoneOnDryRun, the timeout is 1 to 30 seconds, only mutating webhooks are asked again, and AdmissionReview is v1.',
  example: webhook('timeoutSeconds=60', 'timeoutSeconds=10'),
});

export const invalidWebhookFilter = defineDiagnostic({
  code: 'OPG2305',
  title: 'A selector or a condition of a webhook is wrong',
  explanation:
    'Selectors have matchLabels and matchExpressions, conditions a name and an expression; the API server takes 64 conditions.',
  example: webhook(
    'objectSelector={matchLabels: {checked: true}}',
    'objectSelector={matchLabels: {checked: "true"}}',
  ),
});

export const webhookForUnknownResource = defineDiagnostic({
  code: 'OPG2306',
  title: 'A webhook for a resource that does not exist',
  explanation:
    'Neither the project nor Kubernetes 1.33 to 1.36 serves it, so the webhook would never be asked.',
  example: webhook('groups=apps,resources=deployment', 'groups=apps,resources=deployments'),
});

export const invalidPatch = defineDiagnostic({
  code: 'OPG2307',
  title: 'The patch of a webhook is wrong',
  explanation: 'It is an object with fields of a webhook. A null removes a field.',
  example: webhook('patch=`{"timeout": 5}`', 'patch=`{"timeoutSeconds": 5}`'),
});

export const duplicateConfiguration = defineDiagnostic({
  code: 'OPG2308',
  title: 'A webhook configuration is named twice',
  explanation: 'There is one object for all mutating webhooks, and one for all validating ones.',
  example: {
    wrong:
      '// +webhookconfiguration:mutating=true,name=one\n' +
      '// +webhookconfiguration:mutating=true,name=other\n' +
      'export class MemcachedDefaulter implements Defaulter<Memcached> {}',
    right:
      '// +webhookconfiguration:mutating=true,name=one\n' +
      'export class MemcachedDefaulter implements Defaulter<Memcached> {}',
  },
});

export const duplicateWebhook = defineDiagnostic({
  code: 'OPG2309',
  title: 'Two webhooks share a name or a path',
  explanation:
    'Names are unique within a configuration, and a path leads to one handler: one of the two would never be asked.',
  example: {
    wrong:
      'export class MemcachedNames implements Validator<Memcached> {}\n' +
      'export class MemcachedSizes implements Validator<Memcached> {}',
    right: 'export class MemcachedValidator implements Validator<Memcached> {}',
  },
});

export const verbsAndMethodsDiffer = defineDiagnostic({
  code: 'OPG2310',
  severity: 'warning',
  title: 'The verbs of a webhook and the methods of its class differ',
  explanation:
    'The API server asks about the verbs that the marker lists, create and update where it lists none. A method for another verb is never called, and a verb without its method is always allowed.',
  example: {
    wrong: deletions('create;update'),
    right: deletions('delete'),
  },
});

export const webhookCanLockCluster = defineDiagnostic({
  code: 'OPG2311',
  severity: 'warning',
  title: 'A webhook can lock the cluster',
  explanation:
    'For kinds of others opgen leaves out the namespaces that a cluster needs to mend itself. Nodes, volumes and other objects of the whole cluster are in none of them: when the operator does not answer, every change of them fails.',
  example: webhook(
    'groups=core,resources=nodes,failurePolicy=fail',
    'groups=core,resources=nodes,failurePolicy=ignore',
  ),
});

export const converterSkipsHub = defineDiagnostic({
  code: 'OPG2401',
  title: 'A converter does not go through the stored version',
  explanation:
    'Objects are converted to the stored version and from there to the one that was asked for, so a version needs no more than one converter.',
  example: {
    wrong: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<Memcached, MemcachedV2> {}`,
    right: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}`,
  },
});

export const unconvertedVersion = defineDiagnostic({
  code: 'OPG2402',
  title: 'A version cannot be converted',
  explanation:
    'Once one version is converted by the operator, all of them are: the API server calls the webhook for every served version.',
  example: {
    wrong:
      `${secondVersion('// +storageversion\n')}${secondVersion('', 'V3')}` +
      'export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}',
    right:
      `${secondVersion('// +storageversion\n')}${secondVersion('// +unservedversion\n', 'V3')}` +
      'export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}',
  },
});

export const invalidConverter = defineDiagnostic({
  code: 'OPG2403',
  title: 'A converter is about the wrong kinds',
  explanation: 'It converts between two versions of one kind of this project, and is the only one that does.',
  example: {
    wrong: 'export class MemcachedConverter implements Converter<Memcached, Memcached> {}',
    right: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}`,
  },
});

export const missingTypeDocs = defineDiagnostic({
  code: 'OPG2603',
  title: 'There are no descriptions of the types of Kubernetes',
  explanation:
    'opgen carries the shapes of these types and not their prose. --kubernetes-docs takes that from the @kubernetes/client-node that the project has installed.',
  example: {
    language: 'sh',
    given: `sed -i 's/replicas: Int32;/replicas: Int32; pod?: PodSpec;/' src/api/fruit/v1/tree.ts
echo "import type { PodSpec } from '@opgen/runtime/kinds/core/v1';" >> src/api/fruit/v1/tree.ts`,
    wrong: 'opgen manifests --kubernetes-docs',
    right: 'opgen manifests',
  },
});
