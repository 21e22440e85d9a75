import type { Grant, PolicyRule } from './rbac-policy.ts';

const authenticated = 'system:authenticated';
const unauthenticated = 'system:unauthenticated';

/** `system:public-info-viewer` */
const publicInfo: PolicyRule = {
  verbs: ['get'],
  nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'],
};

/** `system:discovery` */
const discovery: PolicyRule = {
  verbs: ['get'],
  nonResourceURLs: [
    '/api',
    '/api/*',
    '/apis',
    '/apis/*',
    '/healthz',
    '/livez',
    '/openapi',
    '/openapi/*',
    '/readyz',
    '/version',
    '/version/',
  ],
};

/** `system:basic-user` */
const basicUser: readonly PolicyRule[] = [
  {
    verbs: ['create'],
    apiGroups: ['authorization.k8s.io'],
    resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
  },
  { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
];

/** `system:service-account-issuer-discovery` */
const issuerDiscovery: PolicyRule = {
  verbs: ['get'],
  nonResourceURLs: [
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/',
    '/openid/v1/jwks',
    '/openid/v1/jwks/',
  ],
};

/** `cluster-admin` */
const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/** The default roles of a cluster, by group and by the name of role and binding. */
const bootstrap: readonly [group: string, role: string, rules: readonly PolicyRule[]][] = [
  [authenticated, 'system:basic-user', basicUser],
  [authenticated, 'system:discovery', [discovery]],
  [authenticated, 'system:public-info-viewer', [publicInfo]],
  [unauthenticated, 'system:public-info-viewer', [publicInfo]],
  ['system:serviceaccounts', 'system:service-account-issuer-discovery', [issuerDiscovery]],
  ['system:masters', 'cluster-admin', everything],
];

/** The default rules for all users, authenticated users, service accounts and administrators. */
export function bootstrapGrants({ groups }: { groups: readonly string[] }): readonly Grant[] {
  return bootstrap
    .filter(([group]) => groups.includes(group))
    .flatMap(([group, role, rules]) => {
      const source = `ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "${group}"`;
      return rules.map((rule) => ({ rule, source }));
    });
}
