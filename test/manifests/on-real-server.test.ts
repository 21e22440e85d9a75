import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { conversionsFile, withConversions } from '../../src/manifests/conversion-patches.ts';
import { realServerAvailable } from '../../packages/testing/src/envtest/availability.ts';
import type { RealCluster } from '../../packages/testing/src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../packages/testing/src/envtest/shared-real-cluster.ts';
import { manifestsOf, memcached } from './project.ts';

const imports = `import type { Converter, Defaulter, Validator } from '@opgen/runtime';
import type { Memcached } from '../api/cache/v1/memcached.ts';
import type { Memcached as MemcachedV2 } from '../api/cache/v2/memcached.ts';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
`;

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

const resources: Readonly<Record<string, string>> = {
  CustomResourceDefinition: 'customresourcedefinitions',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Role: 'roles',
  RoleBinding: 'rolebindings',
  MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
  ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
};

function isPatch({ path }: { path: string }): boolean {
  return path.endsWith(`/${conversionsFile}`);
}

/** The objects generated from two versions of Memcached and these classes, and the problems that opgen reports. */
async function manifestsWith(classes: string): Promise<{ objects: KubernetesObject[]; codes: string[] }> {
  // Other tests install a Memcached on the same server.
  const v1 = memcached('  size: Int32;').replaceAll('cache.example.com', 'manifests.example.com');
  const { diagnostics, files } = await manifestsOf({
    'src/api/cache/v1/memcached.ts': v1.replace('export interface Memcached ', '// +storageversion\n$&'),
    'src/api/cache/v2/memcached.ts': v1.replaceAll('example.com/v1', 'example.com/v2'),
    'src/webhooks/all.ts': imports + classes,
  });
  const objects = files
    .filter((file) => !isPatch(file))
    .flatMap(({ content }) =>
      parseAllDocuments(content).map((document) => document.toJS() as KubernetesObject),
    );
  return {
    // As kustomize applies the patch.
    objects: withConversions(objects as CustomResourceDefinition[], files.find(isPatch)?.content ?? ''),
    codes: diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
  };
}

const validator = 'class A implements Validator<Memcached> {}';

/** The API server decides what is valid. Every request is a dry run. */
describe.skipIf(!(await realServerAvailable()))('a real kube-apiserver', () => {
  let cluster: RealCluster;
  beforeAll(async () => void (cluster = await sharedRealCluster()));
  afterAll(() => cluster.stop());

  async function statusOfCreating(object: KubernetesObject): Promise<number> {
    const { apiVersion, kind, metadata } = object;
    const below = metadata.namespace === undefined ? '' : `namespaces/${metadata.namespace}/`;
    const answer = await cluster.transport.request({
      method: 'POST',
      path: `/apis/${apiVersion}/${below}${resources[kind]}?dryRun=All&fieldValidation=Strict`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(object),
    });
    // An unread response body keeps its connection open.
    await answer.text();
    return answer.status;
  }

  test.each([
    ['mutating and validating webhooks', 'class A implements Validator<Memcached>, Defaulter<Memcached> {}'],
    ['webhooks of the core group', 'class A implements Validator<Pod>, Defaulter<Pod> {}'],
    ['a conversion', 'class V2 implements Converter<Memcached, MemcachedV2> {}'],
    [
      'every argument of a webhook',
      `// +webhook:verbs=*,scope=*,matchPolicy=exact,timeoutSeconds=30,sideEffects=NoneOnDryRun,reinvocationPolicy=IfNeeded,servicePort=8443,path=/a/b.c/,objectSelector={matchLabels: {a/b: ""}},namespaceSelector={matchExpressions: {{key: a, operator: DoesNotExist}}},matchConditions={{name: a.b/c, expression: "true"},{name: asks, expression: "!authorizer.group('').resource('pods').check('get').allowed()"},{name: reads, expression: "request.userInfo.username != 'a' && object.spec.size > 1"}}
class A implements Defaulter<Memcached> {}`,
    ],
    ['a webhook with a url', `// +webhook:url=https://webhooks.example.com:8443/a\n${validator}`],
    [
      'roles and bindings',
      `// +rbac:groups=core,resources=pods,verbs=get,namespace=default
// +rbac:groups=core,resources=secrets,resourceNames=a;b,verbs=get,namespace=default,roleName=reader
// +rbac:urls=/metrics,verbs=get,roleName=metrics`,
    ],
  ])('accepts %s', async (_, classes) => {
    const { codes, objects } = await manifestsWith(classes);
    expect(codes).toEqual([]);
    for (const object of objects)
      expect([object.kind, await statusOfCreating(object)]).toEqual([object.kind, 201]);
  });

  test.each([
    ['name=a.b', 'OPG2302'],
    ['name=A.b.c', 'OPG2302'],
    ['path=a', 'OPG2303'],
    ['path=/a//b', 'OPG2303'],
    ['path=/A', 'OPG2303'],
    ['path=/a,url=https://webhooks.example.com', 'OPG2303'],
    ['url=http://webhooks.example.com', 'OPG2303'],
    ['url=https://webhooks.example.com?a=b', 'OPG2303'],
    ['url=https://webhooks.example.com#a', 'OPG2303'],
    ['url=https://me@webhooks.example.com', 'OPG2303'],
    ['servicePort=65536', 'OPG2303'],
    ['timeoutSeconds=31', 'OPG2304'],
    ['timeoutSeconds=0', 'OPG2304'],
    ['sideEffects=Some', 'OPG2304'],
    ['admissionReviewVersions=v2', 'OPG2304'],
    ['verbs=create;*', 'OPG2304'],
    ['verbs={}', 'OPG2304'],
    ['versions=v1;*', 'OPG2304'],
    ['groups=*;apps', 'OPG2304'],
    ['resources=*/*;memcacheds', 'OPG2304'],
    ['resources={}', 'OPG2304'],
    ['objectSelector={matchLabels: {"a b": c}}', 'OPG2305'],
    ['objectSelector={matchLabels: {a: "b c"}}', 'OPG2305'],
    ['objectSelector={matchExpressions: {{key: a, operator: In}}}', 'OPG2305'],
    ['objectSelector={matchExpressions: {{key: a, operator: Exists, values: {b}}}}', 'OPG2305'],
    ['matchConditions={{name: a b, expression: "true"}}', 'OPG2305'],
    ['matchConditions={{name: a, expression: ""}}', 'OPG2305'],
    ['matchConditions={{name: a, expression: "true"},{name: a, expression: "true"}}', 'OPG2305'],
    ['matchConditions={{name: a, expression: "object.spec.size >"}}', 'OPG2305'],
    ['matchConditions={{name: a, expression: "objetc.spec.size > 1"}}', 'OPG2305'],
    ['matchConditions={{name: a, expression: "request.userinfo == 1"}}', 'OPG2305'],
    ['matchConditions={{name: a, expression: "request.dryRun + 1"}}', 'OPG2305'],
    ['matchConditions={{name: a, expression: "request.name"}}', 'OPG2305'],
    ['patch=`{"failurePolicy": "fail"}`', 'OPG2304'],
    ['patch=`{"matchPolicy": "exact"}`', 'OPG2304'],
  ])('rejects %s, as opgen does', async (argument, code) => {
    const { codes, objects } = await manifestsWith(`// +webhook:${argument}\n${validator}`);
    expect(new Set(codes)).toEqual(new Set([code]));
    const configuration = objects.find(({ kind }) => kind === 'ValidatingWebhookConfiguration');
    expect(configuration && (await statusOfCreating(configuration))).toBe(422);
  });
});
