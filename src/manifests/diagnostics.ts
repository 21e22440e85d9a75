import { defineDiagnostic } from '../diagnostics.ts';
import {
  deletions,
  kind,
  nodeValidator,
  operator,
  permission,
  secondVersion,
  webhook,
} from './example-sources.ts';

const validator = 'export class MemcachedValidator implements Validator<Memcached> {}';

export const contradictoryVersions = defineDiagnostic({
  code: 'OPG2106',
  title: 'Contradictory versions of a kind',
  explanation:
    'A CRD lists each version once, has exactly one storage version and serves at least one version. Write `+storageversion` above one version, and keep at least one version without `+unservedversion`.',
  example: { wrong: kind({ marker: '// +unservedversion' }), right: kind({}) },
});

export const invalidGroup = defineDiagnostic({
  code: 'OPG2107',
  title: 'Invalid API group',
  explanation:
    'The API server accepts a CRD only if its group is a DNS-1123 subdomain with at least one dot. Groups under k8s.io and kubernetes.io are reserved for Kubernetes and need its approval. Use a group in your own domain.',
  example: { wrong: kind({ group: 'cache' }), right: kind({}) },
});

export const invalidPrintColumn = defineDiagnostic({
  code: 'OPG2108',
  title: 'Invalid printer column',
  explanation:
    'Every printer column has a name and a JSONPath that begins with a dot. Write `jsonPath=.spec.size`, not `jsonPath=spec.size`.',
  example: {
    wrong: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=spec.size' }),
    right: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.size' }),
  },
});

export const invalidScalePath = defineDiagnostic({
  code: 'OPG2109',
  title: 'Invalid path of the scale subresource',
  explanation:
    'The API server accepts a path under .spec for specpath, under .status for statuspath, and under either for selectorpath. The path consists of field names and cannot index into a list. The number of replicas is an integer, and the selector is a string. Correct the path.',
  example: {
    wrong: kind({ marker: '// +subresource:scale:specpath=.size,statuspath=.status.size' }),
    right: kind({ marker: '// +subresource:scale:specpath=.spec.size,statuspath=.status.size' }),
  },
});

export const invalidSelectableField = defineDiagnostic({
  code: 'OPG2110',
  title: 'Invalid selectable field',
  explanation:
    'The API server accepts up to eight selectable fields for each version: strings, integers and booleans outside lists and metadata. It rejects a CRD whose versions have the same schema and different selectable fields, or different schemas and the same selectable fields. Select another field, or change the fields of one version.',
  example: {
    wrong: kind({ marker: '// +selectablefield:jsonPath=.metadata.labels' }),
    right: kind({ marker: '// +selectablefield:jsonPath=.spec.size' }),
  },
});

export const invalidResourceName = defineDiagnostic({
  code: 'OPG2111',
  title: 'Invalid or inconsistent resource name',
  explanation:
    'Version, kind in lower case, plural, singular, short names and categories are DNS-1035 labels. The operator takes plural and scope from defineKind, so `+resource` must not set different ones. Change the name, or set plural and scope only in defineKind.',
  example: { wrong: kind({ plural: "'Memcacheds'" }), right: kind({}) },
});

export const refusedByServer = defineDiagnostic({
  code: 'OPG2112',
  title: 'CRD rejected by the API server',
  explanation:
    'opgen applies the validation of the API server to every generated CRD. This code reports, in the words of the API server, the errors that have no code of their own. Change the type or the marker that the message names.',
  example: {
    wrong: '// +validation:Type=array\ntags: Int32;',
    right: 'tags: Int32[];',
  },
});

export const invalidDeprecationWarning = defineDiagnostic({
  code: 'OPG2116',
  title: 'Invalid deprecation warning',
  explanation:
    'kubectl and other clients print the warning of a deprecated version on one line. The API server accepts 1 to 256 printable characters. Change the text, or omit the argument to get the default warning of Kubernetes.',
  example: {
    wrong: kind({ marker: '// +deprecatedversion:warning=""' }),
    right: kind({ marker: '// +deprecatedversion:warning="use v2"' }),
  },
});

export const largeDefinition = defineDiagnostic({
  code: 'OPG2117',
  title: 'Large CRD',
  explanation:
    'kubectl apply stores a copy of the object in an annotation, and the annotations of an object can have 256 KiB together. kubectl apply --server-side stores no copy, and the limit is the request size of etcd, 1.5 MiB. Use --server-side, shorten the descriptions with --max-description-length, or embed fewer built-in types.',
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
  title: 'Path to a field that does not exist',
  explanation:
    'The API server accepts the path, but finds no value: the printer column stays empty, or the scale subresource does not work. Correct the path, or add the field.',
  example: {
    wrong: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.sise' }),
    right: kind({ marker: '// +printcolumn:name=Size,type=integer,jsonPath=.spec.size' }),
  },
});

export const unlistedKind = defineDiagnostic({
  code: 'OPG2121',
  severity: 'warning',
  title: 'Unused kind that PROJECT does not list',
  explanation:
    '`opgen manifests` writes a CRD for every kind in src/. No code uses this kind and PROJECT does not list it, so it is probably left from `opgen delete api`, which keeps files that you have changed. Delete the file of the kind, or use the kind in a controller.',
  example: {
    language: 'sh',
    given: 'sed -i s/replicas/size/ src/api/fruit/v1/tree.ts',
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree && opgen manifests',
    right:
      'opgen delete api --group fruit --version v1 --kind Tree && rm src/api/fruit/v1/tree.ts && opgen manifests',
  },
});

export const invalidSample = defineDiagnostic({
  code: 'OPG2122',
  severity: 'warning',
  title: 'Sample that the API server rejects',
  explanation:
    '`opgen manifests` validates the objects in `config/samples` as the API server would: unknown fields, defaults, the schema and the CEL rules. It warns, because a sample often follows a change of the type; `opgen manifests --check` fails. If a defaulting webhook may complete the object, only unknown fields and wrong types are reported. Change the sample, or the type and its markers.',
  example: {
    language: 'sh',
    wrong: 'sed -i "s/replicas: 1/replicas: one/" config/samples/fruit_v1_tree.yaml && opgen manifests',
    right: 'sed -i "s/replicas: 1/replicas: 2/" config/samples/fruit_v1_tree.yaml && opgen manifests',
  },
});

export const invalidPermission = defineDiagnostic({
  code: 'OPG2201',
  title: 'Incomplete or contradictory permission',
  explanation:
    'An RBAC rule has verbs, and either groups and resources, or urls. Only a ClusterRole can grant urls. Add the missing argument, or write one marker for the resources and one for the urls.',
  example: {
    wrong: '// +rbac:resources=deployments,verbs=get;list;watch\nexport class MemcachedReconciler {}',
    right:
      '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch\nexport class MemcachedReconciler {}',
  },
});

export const wildcardPermission = defineDiagnostic({
  code: 'OPG2202',
  severity: 'warning',
  title: 'Wildcard permission',
  explanation:
    'A wildcard also grants access to everything that is added later. An attacker who takes over the operator has all of these permissions. List the groups, resources and verbs that the operator uses.',
  example: permission('groups=apps,resources=*,verbs=get', 'groups=apps,resources=deployments,verbs=get'),
});

export const roleInTwoFiles = defineDiagnostic({
  code: 'OPG2203',
  title: 'Role in two files',
  explanation:
    'opgen writes all rules of a role to one object in one file. Use the same fileName in all markers of the role, or a different roleName for each file.',
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
  title: 'Unknown verb in a permission',
  explanation:
    'The API server accepts any word as a verb in a role. A verb that no request uses grants nothing. Use a verb of the Kubernetes API, such as get, list, watch, create, update, patch or delete.',
  example: permission('groups=core,resources=pods,verbs=read', 'groups=core,resources=pods,verbs=get'),
});

export const unknownResource = defineDiagnostic({
  code: 'OPG2205',
  severity: 'warning',
  title: 'Unknown resource in a permission',
  explanation:
    'Neither the project nor Kubernetes 1.33 to 1.36 serves the resource. The API server accepts the rule, but the rule grants nothing. Write the plural of the resource in lower case, and its API group.',
  example: permission('groups=core,resources=pod,verbs=get', 'groups=core,resources=pods,verbs=get'),
});

export const unreachableResource = defineDiagnostic({
  code: 'OPG2206',
  severity: 'warning',
  title: 'Cluster-scoped resource in a Role',
  explanation:
    'A Role grants access only to objects in its namespace. Nodes, namespaces and other cluster-scoped resources need a ClusterRole: remove the namespace argument. An operator that is limited to one namespace cannot have such permissions.',
  example: permission(
    'groups=core,resources=nodes,verbs=get,namespace=cache',
    'groups=core,resources=nodes,verbs=get',
  ),
});

export const resourceNamesIgnored = defineDiagnostic({
  code: 'OPG2207',
  severity: 'warning',
  title: 'resourceNames for create or deletecollection',
  explanation:
    'The API server authorizes create and deletecollection before it knows the names of the objects, so a rule with resourceNames never matches. Write a marker without resourceNames for these verbs.',
  example: permission(
    'groups=core,resources=secrets,resourceNames=cache,verbs=create',
    'groups=core,resources=secrets,verbs=create',
  ),
});

export const watchWithoutList = defineDiagnostic({
  code: 'OPG2208',
  severity: 'warning',
  title: 'Permission to watch without list',
  explanation:
    'The operator lists the objects before it watches them. Without permission to list, the API server answers 403 Forbidden, and the watch never starts. Add list to the verbs.',
  example: permission(
    'groups=core,resources=secrets,verbs=get;watch',
    'groups=core,resources=secrets,verbs=get;list;watch',
  ),
});

export const roleLeavesNamespace = defineDiagnostic({
  code: 'OPG2209',
  severity: 'warning',
  title: 'Role moved to another namespace',
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

export const unusedPermission = defineDiagnostic({
  code: 'OPG2210',
  severity: 'warning',
  title: 'Permissions of an unused class',
  explanation:
    'opgen collects the `+rbac` markers of all files in src/. No code that runs mentions the class below these markers, so the operator would have permissions that it does not use. Set up the controller in src/main.ts, or delete the class.',
  example: {
    wrong: operator('', '// +rbac:groups=core,resources=pods,verbs=get\nexport class PodReader {}'),
    right: operator(
      'new PodReader();',
      '// +rbac:groups=core,resources=pods,verbs=get\nexport class PodReader {}',
    ),
  },
});

export const incompleteWebhook = defineDiagnostic({
  code: 'OPG2301',
  title: 'Incomplete webhook',
  explanation:
    'A `+webhook` marker above a class that implements Defaulter or Validator takes missing arguments from the class. Above a class that implements MutatingHandler or ValidatingHandler it must name the requests: groups, resources, verbs, versions, name and path. Any other `+webhook` marker must set all required arguments, as in controller-gen. Add the arguments, or move the marker above such a class.',
  example: {
    wrong: '// +webhook:verbs=create,failurePolicy=fail\nexport class MemcachedDefaults {}',
    right:
      '// +webhook:verbs=create,failurePolicy=fail\nexport class MemcachedDefaults implements Defaulter<Memcached> {}',
  },
});

export const invalidWebhookName = defineDiagnostic({
  code: 'OPG2302',
  title: 'Invalid webhook name',
  explanation:
    'The API server requires a DNS-1123 subdomain with at least three labels, such as memcached.cache.example.com. Change the name.',
  example: webhook('name=memcached', 'name=memcached.cache.example.com'),
});

export const invalidWebhookAddress = defineDiagnostic({
  code: 'OPG2303',
  title: 'Invalid webhook address',
  explanation:
    "A webhook has either a path of the operator's service or an https URL. A path begins with a slash, and each of its segments is a DNS-1123 subdomain. The path /convert is reserved for conversion. Correct path or url.",
  example: webhook('path=validate-memcached', 'path=/validate-memcached'),
});

export const invalidWebhookField = defineDiagnostic({
  code: 'OPG2304',
  title: 'Invalid webhook field',
  explanation:
    'The API server rejects or ignores other values than these: sideEffects is None or NoneOnDryRun, timeoutSeconds is between 1 and 30, admissionReviewVersions contains v1, and only mutating webhooks have a reinvocationPolicy. Change the argument.',
  example: webhook('timeoutSeconds=60', 'timeoutSeconds=10'),
});

export const invalidWebhookFilter = defineDiagnostic({
  code: 'OPG2305',
  title: 'Invalid selector or match condition',
  explanation:
    'A selector has matchLabels and matchExpressions, and its values are strings: write true and numbers in quotes. A match condition has a name and a CEL expression. The API server accepts up to 64 match conditions for each webhook.',
  example: webhook(
    'objectSelector={matchLabels: {checked: true}}',
    'objectSelector={matchLabels: {checked: "true"}}',
  ),
});

export const webhookForUnknownResource = defineDiagnostic({
  code: 'OPG2306',
  title: 'Unknown resource in a webhook',
  explanation:
    'Neither the project nor Kubernetes 1.33 to 1.36 serves the resource, so the API server would never call the webhook. Write the plural of the resource in lower case, and its API group.',
  example: webhook('resources=memcached', 'resources=memcacheds'),
});

export const invalidPatch = defineDiagnostic({
  code: 'OPG2307',
  title: 'Invalid webhook patch',
  explanation:
    'A patch is a JSON object with fields of a webhook; null removes a field. Correct the name or the type of the field. A patch cannot remove required fields.',
  example: webhook('patch=`{"timeout": 5}`', 'patch=`{"timeoutSeconds": 5}`'),
});

export const duplicateConfiguration = defineDiagnostic({
  code: 'OPG2308',
  title: 'Duplicate webhook configuration',
  explanation:
    'opgen generates one MutatingWebhookConfiguration and one ValidatingWebhookConfiguration. Write at most one `+webhookconfiguration` marker for each.',
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
  title: 'Duplicate webhook name or path',
  explanation:
    'Webhook names are unique within a configuration, and each path has one handler, so one of the two webhooks would never be called. Change the name or the path, or combine the two classes.',
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
  title: 'Webhook verbs that differ from the methods',
  explanation:
    'The API server calls a webhook only for its verbs. A method for another verb is never called, and requests for a verb without a method are always allowed. Add the missing verb or method, or remove the other one.',
  example: {
    wrong: deletions('create;update'),
    right: deletions('delete'),
  },
});

export const webhookCanLockCluster = defineDiagnostic({
  code: 'OPG2311',
  severity: 'warning',
  title: 'Webhook that can block cluster-scoped resources',
  explanation:
    'For resources that the project does not own, opgen excludes kube-system and the namespace of the operator, so that the cluster can recover while the operator is down. Nodes, persistent volumes and other cluster-scoped resources are in no namespace: with failurePolicy=fail, every change of them fails until the operator runs again. Use failurePolicy=ignore, or scope=Namespaced if that is enough.',
  example: {
    wrong: nodeValidator('failurePolicy=fail'),
    right: nodeValidator('failurePolicy=ignore'),
  },
});

export const unregisteredWebhook = defineDiagnostic({
  code: 'OPG2312',
  title: 'Webhook class that is not registered',
  explanation:
    'opgen writes the configuration of a webhook for every class that implements Defaulter or Validator, and the conversion of a CRD for every Converter. No code that runs mentions this class, so the operator would answer 404, and the API server would reject all requests that the webhook matches. Register the class at the manager, or delete it. A base class is abstract.',
  example: {
    wrong: operator('', validator),
    right: operator('manager.webhook(Memcached).validateWith(new MemcachedValidator());', validator),
  },
});

export const webhookWithoutClass = defineDiagnostic({
  code: 'OPG2313',
  title: 'Registered webhook without configuration',
  explanation:
    'opgen writes the configuration of a webhook for every class that implements Defaulter or Validator, the conversion of a CRD for every class that implements Converter, and a webhook for every complete `+webhook` marker. None of them has the path of this registration, so the API server never calls it. Write a class that implements the interface, or correct the path.',
  example: {
    wrong: operator('manager.webhook(Memcached).validateWith({ validateCreate: async () => {} });'),
    right: operator('manager.webhook(Memcached).validateWith(new MemcachedValidator());', validator),
  },
});

export const webhookForOtherKind = defineDiagnostic({
  code: 'OPG2314',
  title: 'Webhook for another kind than its class',
  explanation:
    'A class that implements Defaulter<Kind> or Validator<Kind> expects objects of this kind. The groups, versions and resources of the marker above it do not match the kind, so the API server would send only other objects to the class. Remove these arguments: opgen takes them from the kind. A marker may match other kinds besides.',
  example: webhook('groups=other.io', 'groups=cache.example.com;other.io'),
});

export const converterSkipsHub = defineDiagnostic({
  code: 'OPG2401',
  title: 'Converter that bypasses the storage version',
  explanation:
    'opgen converts each object to the storage version, and from there to the requested version, so each other version needs one converter. Name the storage version first, as in `Converter<MemcachedV2, Memcached>`.',
  example: {
    wrong: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<Memcached, MemcachedV2> {}`,
    right: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}`,
  },
});

export const unconvertedVersion = defineDiagnostic({
  code: 'OPG2402',
  title: 'Version without a converter',
  explanation:
    'As soon as a kind has a converter, its CRD uses webhook conversion, and the API server calls the webhook for every served version. Write a converter for the version, or write `+unservedversion` above it.',
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
  title: 'Invalid converter',
  explanation:
    'A converter converts between two versions of one kind of this project, and each pair of versions has only one converter. Name the storage version and one other version of the kind, and remove duplicates.',
  example: {
    wrong: 'export class MemcachedConverter implements Converter<Memcached, Memcached> {}',
    right: `${secondVersion('// +storageversion\n')}export class MemcachedConverter implements Converter<MemcachedV2, Memcached> {}`,
  },
});

export const missingTypeDocs = defineDiagnostic({
  code: 'OPG2603',
  title: 'Missing descriptions of built-in types',
  explanation:
    'opgen contains the schemas of the built-in Kubernetes types, but not their descriptions. --kubernetes-docs reads the descriptions from the @kubernetes/client-node package in the project. Install it with `npm install --save-dev @kubernetes/client-node`, or omit the flag.',
  example: {
    language: 'sh',
    given: `sed -i 's/replicas: Int32;/replicas: Int32; pod?: PodSpec;/' src/api/fruit/v1/tree.ts
echo "import type { PodSpec } from '@opgen/runtime/kinds/core/v1';" >> src/api/fruit/v1/tree.ts`,
    wrong: 'opgen manifests --kubernetes-docs',
    right: 'opgen manifests',
  },
});
