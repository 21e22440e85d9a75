import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { controllerGenAvailable, runControllerGen } from '../support/controller-gen.ts';
import { manifestsOf, memcached } from './project.ts';

interface KubernetesObject {
  kind: string;
  webhooks?: { namespaceSelector?: object }[];
}

/** What controller-gen generates from a Go file that has only these markers. */
async function theirs(markers: readonly string[]): Promise<KubernetesObject[]> {
  const source = `package main\n\n${asComments(markers)}\n\nfunc main() {}\n`;
  const files = await runControllerGen(source, ['rbac:roleName=manager-role', 'webhook']);
  return ['role.yaml', 'manifests.yaml'].flatMap((file) => objectsIn(files[file] ?? ''));
}

/** What opgen generates from the same markers, in a file with the kind that they refer to. */
async function ours(markers: readonly string[]): Promise<KubernetesObject[]> {
  const { diagnostics, files } = await manifestsOf({
    'src/api/cache/v1/memcached.ts': memcached('  size: Int32;'),
    'src/main.ts': `${asComments(markers)}\n\nexport function main(): void {}\n`,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return files.filter(({ path }) => !path.includes('/crd/')).flatMap(({ content }) => objectsIn(content));
}

function asComments(markers: readonly string[]): string {
  return markers.map((marker) => `// +kubebuilder:${marker}`).join('\n');
}

function objectsIn(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
}

const webhook =
  'webhook:mutating=true,failurePolicy=fail,groups=cache.example.com,resources=memcacheds,verbs=create;update,versions=v1,name=m.kb.io,path=/mutate,sideEffects=None,admissionReviewVersions=v1';

test.skipIf(!controllerGenAvailable()).each<[string, string[]]>([
  ['one permission', ['rbac:groups=apps,resources=deployments,verbs=get;list;watch']],
  [
    'permissions merged from several markers',
    [
      'rbac:groups=core,resources=pods,verbs=get;list',
      'rbac:groups="",resources=pods,verbs=watch',
      'rbac:groups=core,resources=secrets,verbs=get;list;watch',
      'rbac:groups=apps,resources=deployments;statefulsets,verbs=create',
      'rbac:groups=apps;batch,resources=jobs,verbs=get',
    ],
  ],
  [
    'subresources',
    [
      'rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;create;update;patch;delete',
      'rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;update;patch',
      'rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update',
    ],
  ],
  ['a wildcard', ['rbac:groups=core,resources=pods,verbs=get;*', 'rbac:groups=*,resources=*,verbs=list']],
  ['urls', ['rbac:urls=/metrics;/healthz,verbs=get', 'rbac:urls=/metrics,verbs=post']],
  [
    'names',
    [
      'rbac:groups=core,resources=secrets,resourceNames=b;a,verbs=get',
      'rbac:groups=core,resources=secrets,verbs=list',
    ],
  ],
  [
    'roles with a namespace or a role name',
    [
      'rbac:groups=core,resources=pods,verbs=get',
      'rbac:groups=core,resources=pods,verbs=get,namespace=zoo',
      'rbac:groups=core,resources=pods,verbs=list,namespace=park',
      'rbac:groups=core,resources=nodes,verbs=get,roleName=node-reader',
      'rbac:groups=core,resources=secrets,verbs=get,namespace=park,roleName=keeper',
    ],
  ],
  ['a webhook', [webhook]],
  [
    'mutating and validating webhooks',
    [
      webhook,
      webhook
        .replace('mutating=true', 'mutating=false')
        .replace('name=m.', 'name=v.')
        .replace('/mutate', '/validate'),
    ],
  ],
  [
    'several webhooks of one type',
    [webhook.replace('name=m', 'name=z').replace('/mutate', '/z'), webhook.replace('name=m', 'name=a')],
  ],
  [
    'every argument of a webhook',
    [
      `${webhook.replace('failurePolicy=fail', 'failurePolicy=Ignore').replace('path=/mutate,', 'path=/mutate-it,')},matchPolicy=exact,timeoutSeconds=5,reinvocationPolicy=IfNeeded,serviceName=hooks,serviceNamespace=infra,servicePort=8443,webhookVersions=v1`,
    ],
  ],
  ['a webhook with a url', [webhook.replace('path=/mutate', 'url="https://webhooks.example.com/mutate"')]],
  ['all verbs', [webhook.replace('verbs=create;update', 'verbs=create;update;delete;connect')]],
  [
    'a webhook of the core group',
    [webhook.replace('groups=cache.example.com,resources=memcacheds', 'groups=core,resources=pods')],
  ],
  [
    'a patch',
    [
      `${webhook},timeoutSeconds=9,patch=\`{"timeoutSeconds": null, "objectSelector": {"matchLabels": {"a": "b"}}, "matchConditions": [{"name": "c", "expression": "true"}]}\``,
    ],
  ],
  ['a configuration with a name', ['webhookconfiguration:mutating=true,name=defaults', webhook]],
])('generates the same as controller-gen for %s', async (_, markers) => {
  const [ourObjects, theirObjects] = await Promise.all([ours(markers), theirs(markers)]);
  expect(theirObjects).not.toEqual([]);
  // controller-gen writes no bindings, and no role for a manager without permissions.
  const roleOrNone = markers.some((marker) => marker.startsWith('rbac:')) ? /./ : /Webhook/;
  const compared = ourObjects.filter(({ kind }) => !kind.endsWith('Binding') && roleOrNone.test(kind));
  // opgen excludes the operator's own namespace, so that an operator that is down cannot block its own Pods.
  const isForeign = markers.some((marker) => marker.includes('resources=pods'));
  if (isForeign)
    for (const { webhooks = [] } of compared) for (const each of webhooks) delete each.namespaceSelector;
  expect(compared).toEqual(theirObjects);
});
