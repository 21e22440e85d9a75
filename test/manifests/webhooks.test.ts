import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Webhook, WebhookConfiguration } from '@opgen/rules/webhooks';
import { projectFile } from '../support/project-file.ts';
import { manifestsOf, memcached } from './project.ts';

const kinds = {
  PROJECT: projectFile,
  'src/api/cache/v1/memcached.ts': memcached('  size: Int32;'),
};
const imports = `import type { Defaulter as Fills, Validator } from '@opgen/runtime';
import { Memcached } from '../api/cache/v1/memcached.ts';
import { Pod, type Pod as OldPod } from '@opgen/runtime/kinds/core/v1';
import { Ingress } from '@opgen/runtime/kinds/networking/v1';
import { Certificate, Issuer } from './external.ts';
import * as cache from '../api/cache/v1/memcached.ts';
import type * as opgen from '@opgen/runtime';
type Cache = cache.Memcached;
`;
const external = `import { defineKind, type KubernetesObject } from '@opgen/runtime';
export interface Certificate extends KubernetesObject {
  apiVersion: 'cert-manager.io/v1';
  kind: 'Certificate';
}
export type { Issuer } from '../vendor/issuer.ts';
`;
const definitions = `import { defineKind } from '@opgen/runtime';
import type { Certificate } from './external.ts';
export const certificates = defineKind<Certificate>({ apiVersion: 'cert-manager.io/v1', kind: 'Certificate', plural: 'certificates', scope: 'Namespaced' });
`;
const issuer = `import { defineKind, type KubernetesObject } from '@opgen/runtime';
export interface Issuer extends KubernetesObject {}
export const Issuer = defineKind<Issuer>({ apiVersion: 'cert-manager.io/v1', kind: 'Issuer', plural: 'issuers', scope: 'Cluster' });
`;

/** A marker that sets everything that a webhook needs. */
function complete(name: string): string {
  return `// +webhook:mutating=false,failurePolicy=fail,groups=cache.example.com,resources=memcacheds,verbs=create,versions=v1,name=${name}.example.com,path=/${name},admissionReviewVersions=v1,sideEffects=None\n`;
}

/** The webhook configurations generated from a file with these classes. */
async function configurationsOf(classes: string): Promise<WebhookConfiguration[]> {
  const { diagnostics, files } = await manifestsOf({
    ...kinds,
    'src/webhooks/all.webhook.ts': imports + classes,
    'src/webhooks/external.ts': external,
    'src/webhooks/definitions.ts': definitions,
    'src/vendor/issuer.ts': issuer,
  });
  expect(diagnostics).toEqual([]);
  const file = files.find(({ path }) => path === 'config/webhook/manifests.yaml');
  return parseAllDocuments(file?.content ?? '').map((document) => document.toJS() as WebhookConfiguration);
}

async function webhookOf(classes: string): Promise<Webhook | undefined> {
  const [configuration] = await configurationsOf(classes);
  return configuration?.webhooks?.[0];
}

describe('a class that implements', () => {
  test('Validator for a kind of the project needs no marker', async () => {
    expect(
      await configurationsOf('export class MemcachedValidator implements Validator<Memcached> {}'),
    ).toEqual([
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'validating-webhook-configuration' },
        webhooks: [
          {
            admissionReviewVersions: ['v1'],
            clientConfig: {
              service: {
                name: 'webhook-service',
                namespace: 'system',
                path: '/validate-cache-example-com-v1-memcached',
              },
            },
            failurePolicy: 'Fail',
            name: 'vmemcached-v1.cache.example.com',
            rules: [
              {
                apiGroups: ['cache.example.com'],
                apiVersions: ['v1'],
                operations: ['CREATE', 'UPDATE'],
                resources: ['memcacheds'],
              },
            ],
            sideEffects: 'None',
          },
        ],
      },
    ]);
  });

  test.each<[string, string, string, string, string]>([
    [
      'Defaulter imported under another name',
      'Fills<Memcached>',
      '/mutate-cache-example-com-v1-memcached',
      'mmemcached-v1.cache.example.com',
      'memcacheds',
    ],
    [
      'Validator for a kind of the core group',
      'Validator<Pod>',
      '/validate--v1-pod',
      'vpod-v1.core.k8s.io',
      'pods',
    ],
    [
      'Validator for a kind imported under another name',
      'Validator<OldPod>',
      '/validate--v1-pod',
      'vpod-v1.core.k8s.io',
      'pods',
    ],
    [
      'Validator for a kind of a group with a domain',
      'Validator<Ingress>',
      '/validate-networking-k8s-io-v1-ingress',
      'vingress-v1.networking.k8s.io',
      'ingresses',
    ],
    [
      'Validator for a kind defined in another file',
      'Validator<Certificate>',
      '/validate-cert-manager-io-v1-certificate',
      'vcertificate-v1.cert-manager.io',
      'certificates',
    ],
    [
      'Validator from a namespace import, for a renamed kind',
      'opgen.Validator<Cache>',
      '/validate-cache-example-com-v1-memcached',
      'vmemcached-v1.cache.example.com',
      'memcacheds',
    ],
    [
      'Validator for a re-exported kind',
      'Validator<Issuer>',
      '/validate-cert-manager-io-v1-issuer',
      'vissuer-v1.cert-manager.io',
      'issuers',
    ],
  ])('%s derives path, name and resource', async (_, type, path, name, resource) => {
    const webhook = await webhookOf(`export class Handler implements ${type} {}`);
    expect(webhook).toMatchObject({
      name,
      clientConfig: { service: { path } },
      rules: [{ resources: [resource] }],
    });
  });

  test.each([
    [
      'an interface with the same name from another package',
      "import type { Validator as Other } from 'forms';\nclass A implements Other<Memcached> {}",
    ],
    ['an abstract class', 'abstract class A implements Validator<Memcached> {}'],
    ['a type parameter in place of a kind', 'class A<T> implements Validator<T> {}'],
  ])('%s generates no webhook', async (_, classes) => {
    expect(await configurationsOf(classes)).toEqual([]);
  });

  test('both interfaces gets a mutating and a validating webhook, in this order', async () => {
    const configurations = await configurationsOf(
      '// +webhook:failurePolicy=ignore\nclass Both implements Validator<Memcached>, Fills<Memcached> {}',
    );
    expect(configurations.map(({ kind, webhooks }) => [kind, webhooks?.[0]?.failurePolicy])).toEqual([
      ['MutatingWebhookConfiguration', 'Ignore'],
      ['ValidatingWebhookConfiguration', 'Ignore'],
    ]);
  });
});

describe('the verbs of a Validator', () => {
  test.each<[string, string, string[]]>([
    [
      'match its methods',
      'class A implements Validator<Memcached> { async validateDelete() {} }',
      ['DELETE'],
    ],
    [
      'match its methods, including functions in properties',
      'class A implements Validator<Memcached> { validateUpdate = check; async validateCreate() {} }',
      ['CREATE', 'UPDATE'],
    ],
    [
      'are create and update if methods may be inherited',
      'class A extends Base implements Validator<Memcached> { async validateCreate() {} }',
      ['CREATE', 'UPDATE'],
    ],
    [
      'are those that the marker lists',
      '// +webhook:verbs=delete\nclass A extends Base implements Validator<Memcached> { async validateDelete() {} }',
      ['DELETE'],
    ],
  ])('%s', async (_, classes, verbs) => {
    expect((await webhookOf(classes))?.rules?.[0]?.operations).toEqual(verbs);
  });
});

describe('the namespace selector of', () => {
  const outside = {
    matchExpressions: [
      {
        key: 'kubernetes.io/metadata.name',
        operator: 'NotIn',
        values: ['memcached-operator-system', 'kube-system'],
      },
    ],
  };

  test.each([
    ['a kind of Kubernetes', 'class A implements Validator<Pod> {}', outside],
    ['a kind of another operator', 'class A implements Validator<Certificate> {}', outside],
    [
      'all kinds',
      '// +webhook:groups=*,resources=*,failurePolicy=ignore\nclass A implements Validator<Memcached> {}',
      outside,
    ],
    ['a kind of the project', 'class A implements Validator<Memcached> {}', undefined],
    [
      'a kind with a selector in the marker',
      '// +webhook:namespaceSelector={matchLabels: {team: web}}\nclass A implements Validator<Pod> {}',
      { matchLabels: { team: 'web' } },
    ],
    [
      'a kind with a selector in a patch',
      '// +webhook:patch=`{"namespaceSelector": {"matchLabels": {"team": "web"}}}`\nclass A implements Validator<Pod> {}',
      { ...outside, matchLabels: { team: 'web' } },
    ],
    [
      'a kind whose selector a patch removes',
      '// +webhook:patch=`{"namespaceSelector": null}`\nclass A implements Validator<Pod> {}',
      undefined,
    ],
  ])('%s', async (_, classes, selector) => {
    expect((await webhookOf(classes))?.namespaceSelector).toEqual(selector);
  });
});

describe('a marker', () => {
  test.each<[string, object]>([
    ['name=sizes.cache.example.com', { name: 'sizes.cache.example.com' }],
    [
      'path=/sizes',
      { clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/sizes' } } },
    ],
    [
      'url=https://webhooks.example.com/sizes',
      { clientConfig: { url: 'https://webhooks.example.com/sizes' } },
    ],
    [
      'serviceName=hooks,serviceNamespace=infra,servicePort=8443',
      {
        clientConfig: {
          service: {
            name: 'hooks',
            namespace: 'infra',
            port: 8443,
            path: '/validate-cache-example-com-v1-memcached',
          },
        },
      },
    ],
    [
      'failurePolicy=IGNORE,matchPolicy=exact,sideEffects=noneondryrun',
      { failurePolicy: 'Ignore', matchPolicy: 'Exact', sideEffects: 'NoneOnDryRun' },
    ],
    ['timeoutSeconds=5', { timeoutSeconds: 5 }],
    ['admissionReviewVersions=v1;v1beta1,webhookVersions=v1', { admissionReviewVersions: ['v1', 'v1beta1'] }],
    ['objectSelector={matchLabels: {tier: cache}}', { objectSelector: { matchLabels: { tier: 'cache' } } }],
    [
      'objectSelector=`{"matchExpressions": [{"key": "tier", "operator": "In", "values": ["cache"]}]}`',
      { objectSelector: { matchExpressions: [{ key: 'tier', operator: 'In', values: ['cache'] }] } },
    ],
    [
      'objectSelector={matchExpressions: {{key: tier, operator: Exists}}}',
      { objectSelector: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] } },
    ],
    [
      'matchConditions=`[{name: not-deleted, expression: "!has(object.metadata.deletionTimestamp)"}]`',
      { matchConditions: [{ name: 'not-deleted', expression: '!has(object.metadata.deletionTimestamp)' }] },
    ],
    [
      'patch=`{"timeoutSeconds": 7, "failurePolicy": "Ignore"}`',
      { timeoutSeconds: 7, failurePolicy: 'Ignore' },
    ],
  ])('%s adds to its class, or overrides it', async (argument, expected) => {
    const webhook = await webhookOf(`// +webhook:${argument}\nclass A implements Validator<Memcached> {}`);
    expect(webhook).toMatchObject(expected);
  });

  test('sets verbs, groups, versions and scope', async () => {
    const webhook = await webhookOf(
      '// +kubebuilder:webhook:verbs=create;Delete,groups=apps;core,resources=pods;deployments/scale,versions=*,scope=namespaced\nclass A implements Validator<Pod> {}',
    );
    expect(webhook?.rules).toEqual([
      {
        apiGroups: ['apps', ''],
        apiVersions: ['*'],
        operations: ['CREATE', 'DELETE'],
        resources: ['pods', 'deployments/scale'],
        scope: 'Namespaced',
      },
    ]);
  });

  test('that is complete needs no class, and several of them generate webhooks sorted by name', async () => {
    const [configuration] = await configurationsOf(
      `${complete('b.x')}${complete('a.x')}\nfunction setup() {}`,
    );
    expect(configuration?.webhooks?.map(({ name }) => name)).toEqual(['a.x.example.com', 'b.x.example.com']);
  });

  test('sets the name of the webhook configuration', async () => {
    const [configuration] = await configurationsOf(
      '// +webhookconfiguration:mutating=false,name=checks\nclass A implements Validator<Memcached> {}',
    );
    expect(configuration?.metadata.name).toBe('checks');
  });
});

describe('a handler of requests', () => {
  const requests =
    'groups=apps,resources=deployments/scale;statefulsets/scale,verbs=update,versions=v1,scope=Namespaced';

  test('gets mutating and the policies from its interface, and the requests from its markers', async () => {
    const [configuration] = await configurationsOf(
      `// +webhook:${requests},name=one.example.com,path=/one\n// +webhook:${requests},name=two.example.com,path=/two,failurePolicy=ignore\nclass A implements opgen.MutatingHandler {}`,
    );
    expect(configuration?.kind).toBe('MutatingWebhookConfiguration');
    expect(configuration?.webhooks).toMatchObject([
      {
        name: 'one.example.com',
        clientConfig: { service: { path: '/one' } },
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        rules: [
          {
            apiGroups: ['apps'],
            apiVersions: ['v1'],
            operations: ['UPDATE'],
            resources: ['deployments/scale', 'statefulsets/scale'],
            scope: 'Namespaced',
          },
        ],
      },
      { name: 'two.example.com', clientConfig: { service: { path: '/two' } }, failurePolicy: 'Ignore' },
    ]);
  });

  test.each([
    ['', 'OPG2301 A handles the requests of a +webhook marker, but has none'],
    ['// +webhook:path=/one', 'OPG2301 +webhook requires groups, resources, verbs, versions and name'],
    [`// +webhook:${requests},name=one.example.com`, 'OPG2303 this webhook has neither a path nor a url'],
  ])('with the marker "%s" is incomplete', async (marker, problem) => {
    const { diagnostics } = await manifestsOf({
      ...kinds,
      'src/webhooks/all.webhook.ts': `import type { ValidatingHandler } from '@opgen/runtime';\n${marker}\nclass A implements ValidatingHandler {}`,
    });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([problem]);
  });
});
