import type { PolicyRule } from './rbac-policy.ts';

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

/** What a cluster allows before anybody has written a role: to everyone, to whoever is known, to service accounts. */
export function bootstrapRules({ groups }: { groups: readonly string[] }): readonly PolicyRule[] {
  return [
    ...(groups.includes(authenticated) ? [publicInfo, discovery, ...basicUser] : []),
    ...(groups.includes(unauthenticated) ? [publicInfo] : []),
    ...(groups.includes('system:serviceaccounts') ? [issuerDiscovery] : []),
  ];
}
