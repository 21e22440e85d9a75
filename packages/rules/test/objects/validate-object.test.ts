import { expect, it } from 'vitest';
import { validateBuiltin } from '../../src/objects/validate-object.ts';
import { fieldErrorText } from '../../src/field-errors.ts';
import type { JsonObject } from '../../src/json.ts';

const selector = { matchLabels: { app: 'cache' } };
const containers = [{ name: 'memcached', image: 'memcached:1.6' }];
const template = (spec: object = {}) => ({
  metadata: { labels: { app: 'cache' } },
  spec: { containers, ...spec },
});
const mismatch =
  'spec.template.metadata.labels: Invalid value: {"app":"cache"}: `selector` does not match template `labels`';

// The messages are those of a real API server, to which the same objects were given.
const cases: [kind: string, object: object, errors: string[], old?: object][] = [
  ['apps/deployments', { spec: { selector, template: template() } }, []],
  ['apps/deployments', { spec: { template: template() } }, ['spec.selector: Required value', mismatch]],
  ['apps/statefulsets', { spec: { template: template() } }, ['spec.selector: Required value', mismatch]],
  ['apps/daemonsets', { spec: { template: template() } }, [mismatch]],
  [
    'apps/replicasets',
    { spec: { selector: {}, template: template() } },
    ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
  ],
  [
    'apps/deployments',
    { spec: { replicas: -1, selector, template: template({ containers: [] }) } },
    [
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      'spec.template.spec.containers: Required value',
    ],
  ],
  [
    'apps/deployments',
    { spec: { selector, template: template() } },
    ['spec.selector: Invalid value: {"matchLabels":{"app":"cache"}}: field is immutable'],
    { spec: { selector: { matchLabels: { app: 'web' } } } },
  ],
  [
    'batch/jobs',
    { spec: { manualSelector: true, selector, template: template({ restartPolicy: 'Always' }) } },
    ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
  ],
  ['/services', { spec: {} }, ['spec.ports: Required value']],
  ['/services', { spec: { clusterIP: 'None' } }, []],
  [
    '/services',
    { spec: { ports: [{ port: 80, name: 'web' }, { port: 70_000 }] } },
    [
      'spec.ports[1].name: Required value',
      'spec.ports[1].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ],
  ],
  ['/secrets', { type: 'b' }, ['type: Invalid value: "b": field is immutable'], { type: 'a' }],
  [
    '/configmaps',
    { immutable: true, data: { a: '2' } },
    ['data: Forbidden: field is immutable when `immutable` is set'],
    { immutable: true, data: { a: '1' } },
  ],
  [
    'rbac.authorization.k8s.io/roles',
    { rules: [{ verbs: [], apiGroups: [''], resources: ['pods'] }] },
    ['rules[0].verbs: Required value: verbs must contain at least one value'],
  ],
];

/** What the server sets before it validates. */
const defaults: Readonly<Record<string, object>> = {
  'apps/deployments': { strategy: { type: 'Recreate' } },
  'apps/statefulsets': { podManagementPolicy: 'Parallel', updateStrategy: { type: 'OnDelete' } },
  'apps/daemonsets': { updateStrategy: { type: 'OnDelete' } },
};

/** The object with its name and its defaults. */
function completed(kind: string, object: object): JsonObject {
  const { spec } = object as { spec?: object };
  const added = defaults[kind];
  return { metadata: { name: 'a' }, ...object, ...(added && { spec: { ...added, ...spec } }) };
}

for (const [kind, object, errors, old] of cases) {
  const what = `${old === undefined ? '' : 'a change of '}${kind}`;
  it(`says of ${what} ${JSON.stringify(object)}: ${errors.join('; ') || 'nothing'}`, () => {
    expect(validateBuiltin(kind, completed(kind, object), old && { ...old }).map(fieldErrorText)).toEqual(
      errors,
    );
  });
}
