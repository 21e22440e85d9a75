import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics.ts';
import { loadBuiltInResources } from '../../src/kubernetes/built-in-resources.ts';
import type { Role, RoleBinding } from '../../src/kubernetes/role.ts';
import { KnownResources } from '../../src/manifests/known-resources.ts';
import { type RoleContext, roles } from '../../src/manifests/role.ts';
import type { Marker } from '../../src/markers/marker.ts';
import { isDiagnostic, readMarker } from '../../src/markers/read-marker.ts';
import type { KindModel } from '../../src/model/api-model.ts';
import { manifestsOf } from './project.ts';

const place = { file: 'src/controllers/memcached.controller.ts', line: 1, column: 4 };
const memcached: KindModel = {
  group: 'cache.example.com',
  version: 'v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
  file: 'src/api/memcached.ts',
  place,
  doc: '',
  isUsed: true,
  markers: [],
  markersAreIncomplete: false,
  fields: [],
  defaults: [],
};
const known = new KnownResources([memcached], loadBuiltInResources());

function generate(lines: readonly string[], operator: Partial<RoleContext> = {}) {
  const markers = lines.map((text) => readMarker({ text, place }));
  const problems = markers.filter(
    (marker): marker is Diagnostic => marker !== undefined && isDiagnostic(marker),
  );
  const read = markers.filter((marker): marker is Marker => marker !== undefined && !isDiagnostic(marker));
  const files = roles(read, {
    known,
    namespaced: false,
    name: undefined,
    namespace: undefined,
    isMoved: () => false,
    problems,
    ...operator,
  });
  return { files, problems };
}

/** The rules of the manager role. */
function rulesOf(...lines: string[]): Role['rules'] | undefined {
  const { files, problems } = generate(lines);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return (files.get('role.yaml')?.[0] as Role | undefined)?.rules;
}

test('keeps every verb when merging groups makes two rules equal', () => {
  expect(
    rulesOf(
      '+rbac:groups=g1,resources=x,verbs=get',
      '+rbac:groups=g1;g2,resources=x,verbs=list',
      '+rbac:groups=g2,resources=x,verbs=get',
    ),
  ).toEqual([{ apiGroups: ['g1', 'g2'], resources: ['x'], verbs: ['get', 'list'] }]);
});

test('grants the impersonation that a ForbiddenError asks for', () => {
  const marker =
    '+rbac:groups=core;authentication.k8s.io,resources=users;groups;uids;userextras/scopes,' +
    'resourceNames=jane@example.com;dev;"on call";system:masters;view,verbs=impersonate';
  expect(generate([marker]).problems).toEqual([]);
  expect(rulesOf(marker)).toEqual([
    {
      apiGroups: ['', 'authentication.k8s.io'],
      resources: ['groups', 'uids', 'userextras/scopes', 'users'],
      resourceNames: ['dev', 'jane@example.com', 'on call', 'system:masters', 'view'],
      verbs: ['impersonate'],
    },
  ]);
});

test('merges and sorts rules with equal verbs, writes core as the empty group and lets * replace all verbs', () => {
  expect(
    rulesOf(
      '+kubebuilder:rbac:groups=apps,resources=statefulsets;deployments,verbs=watch;get',
      '+kubebuilder:rbac:groups=core,resources=pods,verbs=get;*',
      '+kubebuilder:rbac:urls=/metrics,verbs=get',
    ),
  ).toEqual([
    { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['*'] },
    { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: ['get', 'watch'] },
  ]);
});

function names(objects: readonly (Role | RoleBinding)[] = []): string[] {
  return objects.map(({ kind, metadata: { name, namespace = '*' } }) => `${kind} ${namespace}/${name}`);
}

describe('the roles', () => {
  test('get bindings when they set a namespace or a role name', () => {
    const { files } = generate([
      '+rbac:groups=core,resources=secrets,verbs=get,namespace=cache,roleName=reader',
      '+rbac:groups=core,resources=secrets,verbs=get,namespace=cache',
      '+rbac:groups=core,resources=nodes,verbs=get,roleName=node-reader',
    ]);
    expect([...files.keys()]).toEqual(['role.yaml']);
    expect(names(files.get('role.yaml'))).toEqual([
      'ClusterRole */manager-role',
      'ClusterRole */node-reader',
      'Role cache/manager-role',
      'Role cache/reader',
      'ClusterRoleBinding */node-reader-rolebinding',
      'RoleBinding cache/manager-rolebinding',
      'RoleBinding cache/reader-rolebinding',
    ]);
    expect(files.get('role.yaml')?.at(-1)).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'reader-rolebinding', namespace: 'cache' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'controller-manager', namespace: 'system' }],
    });
  });

  test('are written with their bindings to the file that one of their markers names', () => {
    const { files, problems } = generate([
      '+rbac:groups=core,resources=secrets,verbs=get,roleName=reader,fileName=reader.yaml',
      '+rbac:groups=core,resources=pods,verbs=get,roleName=reader',
    ]);
    expect(problems).toEqual([]);
    expect([...files].map(([file, objects]) => [file, names(objects)])).toEqual([
      ['role.yaml', ['ClusterRole */manager-role']],
      ['reader.yaml', ['ClusterRole */reader', 'ClusterRoleBinding */reader-rolebinding']],
    ]);
  });

  test('of a namespaced operator are limited to its namespace', () => {
    const { files, problems } = generate(
      [
        '+rbac:groups=core,resources=secrets,verbs=get',
        '+rbac:groups=core,resources=pods,verbs=get,namespace=cache-system',
        '+rbac:groups=core,resources=pods,verbs=get,namespace=elsewhere',
      ],
      { namespaced: true, name: 'cache', namespace: 'cache-system' },
    );
    expect(problems).toEqual([]);
    expect(names(files.get('role.yaml'))).toEqual([
      'Role elsewhere/manager-role',
      'Role system/manager-role',
      'RoleBinding elsewhere/manager-rolebinding',
    ]);
    expect(files.get('role.yaml')?.[1]).toMatchObject({
      rules: [{ apiGroups: [''], resources: ['pods', 'secrets'], verbs: ['get'] }],
    });
    // A binding in another namespace uses the full name of the service account.
    expect(files.get('role.yaml')?.[2]).toMatchObject({
      subjects: [{ kind: 'ServiceAccount', name: 'cache-controller-manager', namespace: 'cache-system' }],
    });
  });
});

/** The problems of one marker: the highlighted word, code, message and hint. */
function reportedFor(line: string, operator?: Partial<RoleContext>): (string | undefined)[][] {
  return generate([line], operator).problems.map(({ code, hint, message, place: where }) => {
    const start = (where?.column ?? 0) - place.column;
    return [line.slice(start, start + (where?.length ?? 0)), code, message, hint];
  });
}

test.each<[string, (string | undefined)[]]>([
  [
    '+rbac:resources=pods,verbs=get',
    ['pods', 'OPG2201', 'resources require groups', 'write groups=core for resources of the core group'],
  ],
  [
    '+rbac:groups=,resources=pods,verbs=get',
    ['pods', 'OPG2201', 'resources require groups', 'write groups=core for resources of the core group'],
  ],
  [
    '+rbac:groups=core,verbs=get',
    ['', 'OPG2201', '+rbac requires resources or urls', 'for example groups=apps,resources=deployments'],
  ],
  [
    '+rbac:groups=core,resources=pods,verbs=',
    ['', 'OPG2201', '+rbac requires verbs', 'for example verbs=get;list;watch'],
  ],
  [
    '+rbac:groups=core,resources=pods,urls=/x,verbs=get',
    ['/x', 'OPG2201', '+rbac cannot have both resources and urls', 'write two markers'],
  ],
  [
    '+rbac:urls=/metrics,verbs=get,namespace=cache',
    ['/metrics', 'OPG2201', 'only a ClusterRole can grant urls', 'remove the namespace argument'],
  ],
  [
    '+rbac:groups=core,resources=pods,verbs=get,fileName=../x.yaml',
    ['../x.yaml', 'OPG2201', "'../x.yaml' is not a YAML file name", 'for example fileName=reader_role.yaml'],
  ],
])('%s is an error', (line, reported) => {
  const [first] = reportedFor(line);
  // Without an argument, the problem highlights the whole marker.
  expect(first?.slice(reported[0] === '' ? 1 : 0)).toEqual(reported.slice(reported[0] === '' ? 1 : 0));
});

describe('warns about', () => {
  test.each<[string, string, (string | undefined)[]]>([
    [
      'all resources',
      'groups=apps,resources=*,verbs=get',
      [
        '*',
        'OPG2202',
        'resources=* grants all resources, including those that are added later',
        'list the resources that the operator uses',
      ],
    ],
    [
      'all verbs',
      'groups=apps,resources=deployments,verbs=*',
      [
        '*',
        'OPG2202',
        'verbs=* grants all verbs, including those that are added later',
        'list the verbs that the operator uses',
      ],
    ],
    [
      'a verb in capitals',
      'groups=apps,resources=deployments,verbs=Get',
      ['Get', 'OPG2204', "unknown verb 'Get'", "did you mean 'get'?"],
    ],
    [
      'an unknown verb',
      'groups=apps,resources=deployments,verbs=read',
      [
        'read',
        'OPG2204',
        "unknown verb 'read'",
        expect.stringContaining('the verbs are get, list') as string,
      ],
    ],
    [
      'a singular resource name',
      'groups=apps,resources=deployment,verbs=get',
      ['deployment', 'OPG2205', "apps has no resource 'deployment'", "did you mean 'deployments'?"],
    ],
    [
      'a resource of another group',
      'groups=core,resources=deployments,verbs=get',
      ['deployments', 'OPG2205', "core has no resource 'deployments'", 'it is in the group apps'],
    ],
    [
      'a kind of the project by its singular name',
      'groups=cache.example.com,resources=memcached,verbs=get',
      ['memcached', 'OPG2205', "cache.example.com has no resource 'memcached'", "did you mean 'memcacheds'?"],
    ],
    [
      'an incomplete group name',
      'groups=batch;networking,resources=jobs,verbs=get',
      ['batch;networking', 'OPG2205', "unknown group 'networking'", "did you mean 'networking.k8s.io'?"],
    ],
    [
      'nodes in a namespace',
      'groups=core,resources=nodes,verbs=get,namespace=cache',
      [
        'nodes',
        'OPG2206',
        'nodes are cluster-scoped, so a Role cannot grant access to them',
        'remove the namespace argument',
      ],
    ],
    [
      'create with resourceNames',
      'groups=core,resources=secrets,resourceNames=tls,verbs=get;create',
      [
        'tls',
        'OPG2207',
        'a rule with resourceNames never permits create: the API server authorizes it before it knows the name',
        'write a marker for create without resourceNames',
      ],
    ],
    [
      'watch without list',
      'groups=core,resources=secrets,verbs=get;watch',
      [
        'get;watch',
        'OPG2208',
        'a watch begins with a list request, which this rule does not permit',
        'add list to the verbs: verbs=…;list;watch',
      ],
    ],
  ])('%s', (_, argument, reported) => {
    expect(reportedFor(`+rbac:${argument}`)).toEqual([reported]);
  });

  test.each([
    'groups=core,resources=pods/log;pods/exec;events,verbs=get;create',
    'groups=apps,resources=deployments/finalizers;deployments/status,verbs=update',
    'groups=apps;extensions.example.com,resources=whatever,verbs=get',
    'groups=cache.example.com,resources=memcacheds;memcacheds/status;memcacheds/finalizers,verbs=get',
    'groups=rbac.authorization.k8s.io,resources=clusterroles,verbs=bind;escalate',
    'groups=core,resources=users;groups;serviceaccounts,verbs=impersonate',
    'groups=authentication.k8s.io,resources=tokenreviews,verbs=create',
    'groups=certificates.k8s.io,resources=signers,resourceNames=example.com/*,verbs=approve',
    'urls=/metrics;/healthz/*,verbs=get;head',
  ])('nothing about %s', (argument) => {
    expect(reportedFor(`+rbac:${argument}`)).toEqual([]);
  });

  test('nothing about watch if another marker grants list', () => {
    const { problems } = generate([
      '+rbac:groups=core,resources=secrets,verbs=watch,namespace=cache',
      '+rbac:groups=core,resources=secrets;configmaps,verbs=list',
    ]);
    expect(problems).toEqual([]);
  });

  test('cluster-scoped permissions of a namespaced operator', () => {
    expect(reportedFor('+rbac:groups=core,resources=nodes,verbs=get', { namespaced: true })).toEqual([
      [
        'nodes',
        'OPG2206',
        'nodes are cluster-scoped, so a Role cannot grant access to them',
        'an operator that is limited to one namespace cannot have this permission',
      ],
    ]);
    expect(reportedFor('+rbac:urls=/metrics,verbs=get', { namespaced: true })).toEqual([
      [
        '/metrics',
        'OPG2201',
        'only a ClusterRole can grant urls',
        'an operator that is limited to one namespace cannot have this permission',
      ],
    ]);
  });
});

test('a role in two files is an error', () => {
  const { problems } = generate([
    '+rbac:groups=core,resources=secrets,verbs=get,fileName=a.yaml',
    '+rbac:groups=core,resources=pods,verbs=get,fileName=b.yaml',
  ]);
  expect(problems).toMatchObject([
    { code: 'OPG2203', message: 'role "manager-role" would be written to both a.yaml and b.yaml' },
  ]);
});

describe('a role in another namespace', () => {
  const role = 'groups=core,resources=secrets,verbs=get,namespace=vault';
  const moved = [
    'OPG2209',
    'kustomize moves role "manager-role" from namespace vault to the namespace of the operator',
  ];

  test.each<[string, string, string, string[]]>([
    ['is moved by the namespace field of config/default', role, 'namespace: cache-system', moved],
    ['stays if kustomize sets no namespace', role, 'namePrefix: cache-', []],
    [
      'stays in a file that is applied separately',
      `${role},fileName=vault.yaml`,
      'namespace: cache-system',
      [],
    ],
  ])('%s', async (_, argument, line, reported) => {
    const { diagnostics } = await manifestsOf({
      'src/main.ts': `// +rbac:${argument}`,
      'config/default/kustomization.yaml': `${line}\nresources: [../rbac]\n`,
      'config/rbac/kustomization.yaml': 'resources: [role.yaml]\n',
    });
    expect(diagnostics.flatMap(({ code, message }) => [code, message])).toEqual(reported);
  });
});
