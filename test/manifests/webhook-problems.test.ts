import { describe, expect, test } from 'vitest';
import { manifestsOf, memcached } from './project.ts';

const path = 'src/webhooks/cache/v1/memcached.webhook.ts';

/** The problems of these classes, which start at line 4: code, line:column, message, hint. */
async function problemsOf(classes: string): Promise<(string | undefined)[][]> {
  const { diagnostics } = await manifestsOf({
    'src/api/cache/v1/memcached.ts': memcached('  size: Int32;'),
    [path]: `import type { Defaulter, Validator } from '@opgen/runtime';
import type { Memcached, MemcachedSpec } from '../../../api/cache/v1/memcached.ts';
import type { Namespace, Node, Pod } from '@opgen/runtime/kinds/core/v1';
${classes}`,
  });
  return diagnostics.map(({ code, place, message, hint }) => [
    code,
    `${place?.line}:${place?.column}`,
    message,
    hint,
  ]);
}

describe('above a Validator', () => {
  test.each<[string, string, (string | undefined)[]]>([
    [
      'a misspelt verb',
      'verbs=create;updte',
      [
        'OPG1102',
        '4:26',
        "+webhook: 'updte' is not one of CREATE, UPDATE, DELETE, CONNECT, *",
        "did you mean 'UPDATE'?",
      ],
    ],
    [
      'an unknown failure policy',
      'failurePolicy=fial',
      ['OPG1102', '4:27', "+webhook: 'fial' is not one of Fail, Ignore", "did you mean 'Fail'?"],
    ],
    [
      'an unknown argument',
      'timeout=5',
      ['OPG1103', '4:13', "+webhook: unknown argument 'timeout'", "did you mean 'timeoutSeconds'?"],
    ],
    [
      'side effects that the API server refuses',
      'sideEffects=Some',
      [
        'OPG2304',
        '4:25',
        'the API server rejects sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
        undefined,
      ],
    ],
    [
      'a timeout that is too long',
      'timeoutSeconds=31',
      [
        'OPG2304',
        '4:28',
        'the API server rejects timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
        undefined,
      ],
    ],
    [
      'a reinvocation policy on a validating webhook',
      'reinvocationPolicy=IfNeeded',
      [
        'OPG2304',
        '4:32',
        'only mutating webhooks can have a reinvocationPolicy',
        'remove reinvocationPolicy',
      ],
    ],
    [
      'an admission review version that the API server does not send',
      'admissionReviewVersions=v1beta1',
      ['OPG2304', '4:37', 'the API server sends only AdmissionReview v1', 'write admissionReviewVersions=v1'],
    ],
    [
      'a removed version of webhook configurations',
      'webhookVersions=v1beta1',
      [
        'OPG2304',
        '4:29',
        'Kubernetes no longer serves v1beta1 webhook configurations',
        'remove webhookVersions',
      ],
    ],
    [
      'no verbs',
      'verbs={}',
      ['OPG2304', '4:19', 'the API server rejects rules[0].operations: Required value', undefined],
    ],
    [
      '* beside other verbs',
      'verbs=create;*',
      [
        'OPG2304',
        '4:19',
        expect.stringContaining("if '*' is present, must not specify other operations") as string,
        undefined,
      ],
    ],
    [
      'a subresource that another entry already includes',
      'groups=core,resources={pods/*,pods/status}',
      [
        'OPG2304',
        '4:35',
        'the API server rejects rules[0].resources[1]: Invalid value: "pods/status": if \'pods/*\' is present, must not specify pods/status',
        undefined,
      ],
    ],
    [
      'a name with two segments',
      'name=memcached.kb',
      [
        'OPG2302',
        '4:18',
        'the API server rejects name: Invalid value: "memcached.kb": should be a domain with at least three segments separated by dots',
        'for example memcached.cache.example.com',
      ],
    ],
    [
      'a name that is not a DNS name',
      'name=Memcached.cache.example.com',
      [
        'OPG2302',
        '4:18',
        expect.stringContaining(
          'the API server rejects name: Invalid value: "Memcached.cache.example.com": a lowercase RFC 1123 subdomain must',
        ) as string,
        'for example memcached.cache.example.com',
      ],
    ],
    [
      'a path without a leading slash',
      'path=validate',
      [
        'OPG2303',
        '4:18',
        `the API server rejects clientConfig.service.path: Invalid value: "validate": must start with a '/'`,
        'for example path=/validate-v1-pod',
      ],
    ],
    [
      'a path with an empty segment',
      'path=/validate//pods',
      [
        'OPG2303',
        '4:18',
        'the API server rejects clientConfig.service.path: Invalid value: "/validate//pods": segment[1] may not be empty',
        'for example path=/validate-v1-pod',
      ],
    ],
    [
      'both a path and a url',
      'path=/pods,url=https://webhooks.example.com/pods',
      ['OPG2303', '4:28', 'a webhook cannot have both a path and a url', 'remove one of them'],
    ],
    [
      'a url without TLS',
      'url=http://webhooks.example.com/pods',
      [
        'OPG2303',
        '4:17',
        `the API server rejects clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
        'for example url=https://webhooks.example.com/validate',
      ],
    ],
    [
      'a port that does not exist',
      'servicePort=70000',
      [
        'OPG2303',
        '4:25',
        'the API server rejects clientConfig.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive',
        undefined,
      ],
    ],
    [
      'an unknown Kubernetes resource',
      'groups=apps,resources=deployment',
      ['OPG2306', '4:35', "apps has no resource 'deployment'", "did you mean 'deployments'?"],
    ],
    [
      'a resource of the wrong group',
      'groups=apps,resources=pods',
      ['OPG2306', '4:35', "apps has no resource 'pods'", 'it is in the group core'],
    ],
    [
      'a resource that the project does not define',
      'resources=memcached',
      ['OPG2306', '4:23', "cache.example.com has no resource 'memcached'", "did you mean 'memcacheds'?"],
    ],
    [
      'an incomplete group name',
      'groups=networking,resources=ingresses',
      ['OPG2306', '4:20', "unknown group 'networking'", "did you mean 'networking.k8s.io'?"],
    ],
    [
      'a label value that is not a string',
      'objectSelector={matchLabels: {checked: true}}',
      [
        'OPG2305',
        '4:28',
        'invalid objectSelector: the label value true must be a string: put it in quotes',
        undefined,
      ],
    ],
    [
      'a misspelt operator',
      'namespaceSelector={matchExpressions: {{key: team, operator: Exist}}}',
      [
        'OPG2305',
        '4:31',
        "invalid namespaceSelector: the operator of team must be one of In, NotIn, Exists, DoesNotExist; did you mean 'Exists'?",
        undefined,
      ],
    ],
    [
      'a match condition without an expression',
      'matchConditions={{name: not-me}}',
      ['OPG2305', '4:29', "invalid matchConditions: 'not-me' has no expression", undefined],
    ],
    [
      'a match condition that is invalid CEL',
      'matchConditions={{name: big, expression: "object.spec.size >"}}',
      [
        'OPG2305',
        '4:29',
        expect.stringContaining(
          "invalid matchConditions: the CEL expression of 'big' is invalid: ",
        ) as string,
        undefined,
      ],
    ],
    [
      'the path of the conversion webhook',
      'path=/convert',
      ['OPG2303', '4:18', 'the path /convert is reserved for conversion', 'choose another path'],
    ],
    [
      'a selector that is neither JSON nor YAML',
      'objectSelector=`{"matchLabels": `',
      [
        'OPG1102',
        '4:28',
        expect.stringContaining('+webhook: expected JSON or YAML: Flow map must end with a }') as string,
        'for example: // +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None',
      ],
    ],
    [
      'a patch of an unknown field',
      'patch=`{"clientConfig": {"service": {"prot": 1}}}`',
      ['OPG2307', '4:19', "service has no field 'prot'", "did you mean 'port'?"],
    ],
    [
      'a patch to a value that the API server rejects',
      'patch=`{"failurePolicy": "fail"}`',
      [
        'OPG2304',
        '4:4',
        'the API server rejects failurePolicy: Unsupported value: "fail": supported values: "Fail", "Ignore"',
        undefined,
      ],
    ],
  ])('%s', async (_, argument, expected) => {
    const problems = await problemsOf(`// +webhook:${argument}\nclass A implements Validator<Memcached> {}`);
    expect(problems).toEqual([expected]);
  });
});

const incomplete =
  'add it, or move the marker above a class that implements Defaulter<Kind> or Validator<Kind>';

test.each<[string, string, (string | undefined)[]]>([
  [
    'a marker above a class that is not a webhook',
    '// +webhook:verbs=create\nclass MemcachedReconciler {}',
    [
      'OPG2301',
      '4:4',
      '+webhook requires mutating, failurePolicy, groups, resources, versions, name, admissionReviewVersions and sideEffects',
      incomplete,
    ],
  ],
  [
    'a mutating marker above a Validator',
    '// +webhook:mutating=true,failurePolicy=fail,groups=core,resources=pods,verbs=create,versions=v1,path=/pods,admissionReviewVersions=v1,sideEffects=None\nclass A implements Validator<Pod> {}',
    ['OPG2301', '4:4', '+webhook requires name', incomplete],
  ],
  [
    'a marker without a path or url',
    '// +webhook:mutating=true,failurePolicy=fail,groups=core,resources=pods,verbs=create,versions=v1,name=a.b.c,admissionReviewVersions=v1,sideEffects=None\n',
    ['OPG2303', '4:4', 'this webhook has neither a path nor a url', 'for example path=/validate-v1-pod'],
  ],
  [
    'a Validator of a type that is not a kind',
    'class A implements Validator<MemcachedSpec> {}',
    [
      'OPG1301',
      '4:30',
      'MemcachedSpec is not a kind',
      'say which it is: export const MemcachedSpec = defineKind<MemcachedSpec>({ … })',
    ],
  ],
  [
    'a Validator of a misspelt kind',
    'class A implements Validator<Memcachd> {}',
    ['OPG1301', '4:30', 'Memcachd is not a kind', "did you mean 'Memcached'?"],
  ],
  [
    'a Validator of a kind from a package that cannot be found',
    "import type { Certificate } from 'cert-kinds';\nclass A implements Validator<Certificate> {}",
    [
      'OPG1301',
      '5:30',
      "the kind Certificate of 'cert-kinds' cannot be read",
      'run opgen create api --external-api-module cert-kinds to import it',
    ],
  ],
  [
    'a webhook configuration with two names',
    '// +webhookconfiguration:mutating=true,name=a\n// +webhookconfiguration:mutating=true,name=b\n',
    ['OPG2308', '5:4', 'duplicate +webhookconfiguration for mutating webhooks', 'remove one of the markers'],
  ],
])('%s', async (_, classes, expected) => {
  expect(await problemsOf(classes)).toEqual([expected]);
});

test.each<[string, string, string]>([
  [
    'create;update',
    'MemcachedValidator has no validateUpdate for the verb update, so it allows all such requests',
    'add the method, or remove the verb',
  ],
  [
    'create;delete',
    'MemcachedValidator has no validateDelete for the verb delete, so it allows all such requests',
    'add the method, or remove the verb',
  ],
])('reports a verb without a method: %s', async (verbs, message, hint) => {
  const marker = `// +webhook:verbs=${verbs}`;
  expect(
    await problemsOf(
      `${marker}\nclass MemcachedValidator implements Validator<Memcached> { async validateCreate() {} }`,
    ),
  ).toEqual([['OPG2310', '4:19', message, hint]]);
});

test('reports a method that is never called', async () => {
  expect(
    await problemsOf(
      '// +webhook:verbs=create\nclass A extends Base implements Validator<Memcached> { async validateDelete() {} }',
    ),
  ).toEqual([['OPG2310', '4:19', 'validateDelete of A is never called', 'add delete to the verbs']]);
});

describe('reports a webhook that can lock the cluster for', () => {
  test.each<[string, string, string | undefined, string?]>([
    ['nodes', 'groups=core,versions=v1,resources=nodes', 'nodes', 'Node'],
    ['Pods and persistent volumes', 'resources=pods;persistentvolumes', 'persistentvolumes', 'Pod'],
    ['everything', 'groups=*,resources=*/*', 'everything'],
    ['all namespaced resources (no problem)', 'groups=*,resources=*/*,scope=Namespaced', undefined],
    ['namespaces, which the selector covers (no problem)', 'resources=namespaces', undefined, 'Namespace'],
    [
      'nodes, with failurePolicy=ignore (no problem)',
      'resources=nodes,failurePolicy=ignore',
      undefined,
      'Node',
    ],
    ['kinds of the project (no problem)', 'groups=cache.example.com,resources=*', undefined],
  ])('%s', async (_, argument, locked, kind = 'Memcached') => {
    const message = `while the operator is down, the API server rejects every change of ${locked} in all namespaces`;
    const hint = 'write failurePolicy=ignore, or scope=Namespaced if that is enough';
    const column = 4 + `+webhook:${argument}`.indexOf('resources=') + 'resources='.length;
    expect(await problemsOf(`// +webhook:${argument}\nclass A implements Validator<${kind}> {}`)).toEqual(
      locked === undefined ? [] : [['OPG2311', `4:${column}`, message, hint]],
    );
  });
});

describe('a marker above a class', () => {
  test.each<[string, string, string, string, string]>([
    ['another group', 'Validator<Memcached>', 'groups=other.io', 'groups', 'cache.example.com'],
    [
      'two other groups',
      'Defaulter<Memcached>',
      'groups=apps;batch,resources=jobs',
      'groups',
      'cache.example.com',
    ],
    ['a group of Kubernetes', 'Validator<Pod>', 'groups=apps,resources=deployments', 'groups', 'core'],
    ['another resource of the group', 'Validator<Pod>', 'resources=secrets', 'resources', 'pods'],
    ['another version', 'Validator<Memcached>', 'versions=v2', 'versions', 'v1'],
  ])('cannot name only %s', async (_, implemented, written, argument, value) => {
    const [, kind] = /<(.*)>/.exec(implemented) ?? [];
    expect(await problemsOf(`// +webhook:${written}\nclass A implements ${implemented} {}`)).toEqual([
      [
        'OPG2314',
        `4:${4 + `+webhook:${argument}=`.length + written.indexOf(`${argument}=`)}`,
        `the API server never calls A for ${kind}: ${argument} does not include ${value}`,
        `remove ${argument} or add ${value} to it, or move the marker above a class for a kind that it matches`,
      ],
    ]);
  });

  test.each([
    ['other groups besides', 'Validator<Memcached>', 'groups=cache.example.com;cache.old.io'],
    ['all groups', 'Validator<Memcached>', 'groups=*,resources=*,failurePolicy=ignore'],
    ['a subresource', 'Validator<Pod>', 'resources=pods/ephemeralcontainers'],
    ['all versions', 'Validator<Pod>', 'versions=*'],
    ['resources of one shape', 'Validator<Pod>', 'groups=core;apps,resources=pods;deployments,versions=v1'],
  ])('can name %s', async (_, implemented, written) => {
    expect(await problemsOf(`// +webhook:${written}\nclass A implements ${implemented} {}`)).toEqual([]);
  });

  test('is checked for each interface of the class', async () => {
    expect(
      await problemsOf(
        '// +webhook:groups=core,resources=pods\nclass A implements Defaulter<Memcached>, Validator<Pod> {}',
      ),
    ).toEqual([expect.arrayContaining(['OPG2314'])]);
  });
});

test('reports two webhooks with the same name and path, with the place of the other one', async () => {
  expect(
    await problemsOf(
      'class A implements Validator<Memcached> {}\n// +webhook:verbs=delete\nclass B implements Validator<Memcached> {}',
    ),
  ).toEqual([
    [
      'OPG2309',
      '5:4',
      `the webhook in ${path}:4 has the same name 'vmemcached-v1.cache.example.com'`,
      'rename one of them',
    ],
    [
      'OPG2309',
      '5:4',
      `the webhook in ${path}:4 has the same path '/validate-cache-example-com-v1-memcached'`,
      'combine the two webhooks in one marker, or change one of the paths',
    ],
  ]);
});

test('reports a mutating and a validating webhook with the same path', async () => {
  expect(
    await problemsOf('// +webhook:path=/pods\nclass A implements Defaulter<Pod>, Validator<Pod> {}'),
  ).toEqual([
    [
      'OPG2309',
      '4:18',
      `the webhook in ${path}:4 has the same path '/pods'`,
      'combine the two webhooks in one marker, or change one of the paths',
    ],
  ]);
});

test('a complete marker needs no information about the kind', async () => {
  const marker =
    '// +webhook:failurePolicy=fail,groups=cert-manager.io,resources=certificates,verbs=create,versions=v1,name=a.cert-manager.io,path=/certificates,admissionReviewVersions=v1,sideEffects=None';
  expect(
    await problemsOf(
      `${marker}\nclass A implements Validator<Certificate> {}\nimport type { Certificate } from 'cert-kinds';`,
    ),
  ).toEqual([]);
});

test('reports an invalid kind once, without its consequences for webhooks', async () => {
  const { diagnostics } = await manifestsOf({
    'src/api/memcached.ts': memcached('  size: Int32;').replace("plural: 'memcacheds'", 'plural: plural()'),
    [path]:
      "import type { Validator } from '@opgen/runtime';\nimport { Memcached } from '../../../api/memcached.ts';\nclass A implements Validator<Memcached> {}",
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(['OPG1208']);
});

test('a kind that is imported by the full name of its group names the module', async () => {
  const { diagnostics } = await manifestsOf({
    [path]: `import type { Validator } from '@opgen/runtime';
import { Ingress } from '@opgen/runtime/kinds/networking.k8s.io/v1';
export class IngressValidator implements Validator<Ingress> {}`,
  });
  expect(diagnostics[0]).toMatchObject({
    message: "Ingress of '@opgen/runtime/kinds/networking.k8s.io/v1' is not a kind",
    hint: "import it from '@opgen/runtime/kinds/networking/v1'",
  });
});
