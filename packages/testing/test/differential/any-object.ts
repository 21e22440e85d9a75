import * as fc from 'fast-check';
import { metadata, mostly, some, word } from './any-value.ts';
import type { KindName } from './kinds.ts';

const count = fc.integer({ min: 1, max: 10 });
const pair = some({ a: word, b: word });

const thingSpec = some({
  size: mostly(fc.integer({ min: 1, max: 5 }), '3', null, 2.5, 0, 11),
  most: mostly(fc.integer({ min: 4, max: 9 }), 2 ** 40),
  ratio: mostly(fc.constantFrom(0, 1, 1.5, -0.25, 1e21), 'much'),
  enabled: mostly(fc.boolean(), 'yes'),
  color: mostly(fc.constantFrom('red', 'green'), 'blue', null),
  word: mostly(fc.constantFrom('ab', 'abc'), 'a', 'A', 'abcdef', 1),
  fixed: mostly(fc.constant('a'), 'b'),
  nullable: fc.option(word),
  port: mostly(fc.oneof(count, word), true),
  replicas: count,
  tags: mostly(fc.uniqueArray(word, { maxLength: 3 }), ['a', 'a'], ['a', null]),
  steps: fc.array(word, { maxLength: 3 }),
  plain: fc.array(pair, { maxLength: 2 }),
  ports: fc.array(
    some({
      name: mostly(word, 1),
      port: mostly(count, 'http'),
      protocol: fc.constantFrom('TCP', 'UDP'),
      x: word,
    }),
    { maxLength: 3 },
  ),
  quotas: mostly(fc.dictionary(word, count, { maxKeys: 2 }), { a: 'b' }, { a: 1, b: 2, ab: 3 }),
  pair,
  owner: mostly(
    fc.tuple(word, some({ team: word, x: word })).map(([name, rest]) => ({ name, ...rest })),
    'me',
    null,
    {},
  ),
  free: some({ a: mostly(word, 1), x: fc.dictionary(word, fc.oneof(word, count), { maxKeys: 2 }) }),
  unknown: word,
});

const status = some({
  phase: mostly(word, 1),
  replicas: count,
  conditions: fc.array(some({ type: word, status: word, reason: word }), { maxLength: 2 }),
  unknown: word,
});

const configMap = some({
  data: mostly(
    fc.dictionary(mostly(word, 'no key'), mostly(word, 1, null, '', 'ä\n'), { maxKeys: 3 }),
    null,
    [],
    'a',
  ),
  binaryData: fc.dictionary(fc.constantFrom('x', 'y', 'a'), fc.constantFrom('AAE=', ''), { maxKeys: 2 }),
  immutable: mostly(fc.constant(false), 'true'),
  unknown: word,
});

const resources = fc.constantFrom(
  {},
  { requests: { cpu: '100m' } },
  { requests: { cpu: 0.1, memory: '64Mi' }, limits: { memory: '0.5Gi' } },
  { limits: { cpu: '1', memory: '1Gi' } },
);

const container = some({
  name: mostly(fc.constantFrom('a', 'b'), 'No', 1),
  image: mostly(fc.constantFrom('shop:1', 'shop', 'shop:2'), ''),
  args: fc.array(word, { maxLength: 2 }),
  env: fc.array(some({ name: mostly(fc.constantFrom('A', 'B', 'C'), 'a=b'), value: word }), { maxLength: 3 }),
  ports: fc.array(
    some({
      containerPort: mostly(fc.constantFrom(80, 81), 0),
      name: fc.constantFrom('http', 'web'),
      protocol: fc.constantFrom('TCP', 'UDP'),
    }),
    { maxLength: 2 },
  ),
  resources,
  readinessProbe: fc.constantFrom(
    { httpGet: { port: 80 } },
    { tcpSocket: { port: 'http' } },
    { periodSeconds: 5, exec: { command: ['a'] } },
  ),
  imagePullPolicy: mostly(fc.constantFrom('Always', 'Never'), 'Sometimes'),
  volumeMounts: fc.constantFrom([], [{ name: 'v', mountPath: '/v' }], [{ name: 'w', mountPath: '/w' }]),
});

const podSpec = some({
  containers: fc.oneof(
    { weight: 5, arbitrary: fc.tuple(container.map((one) => ({ name: 'a', image: 'shop:1', ...one }))) },
    { weight: 1, arbitrary: fc.array(container, { maxLength: 2 }) },
  ),
  initContainers: fc.array(container, { maxLength: 1 }),
  volumes: fc.constantFrom(
    [],
    [{ name: 'v', emptyDir: {} }],
    [{ name: 'v', configMap: { name: 'a' } }],
    [{ name: 'w', secret: { secretName: 'a' } }],
  ),
  nodeSelector: fc.constantFrom({}, { zone: 'a' }),
  tolerations: fc.constantFrom([], [{ key: 'a', operator: 'Exists' }]),
  serviceAccountName: fc.constantFrom('', 'a'),
  restartPolicy: mostly(fc.constant('Always'), 'Never'),
  terminationGracePeriodSeconds: mostly(fc.constantFrom(0, 10), -1),
  securityContext: fc.constantFrom({}, { runAsUser: 1 }, { runAsNonRoot: true }),
  unknown: word,
});

const labels = { app: 'a' };
const template = fc
  .record({
    metadata: mostly(
      fc.constantFrom({ labels }, { labels: { app: 'a', tier: 'b' } }),
      {},
      { labels: { app: 'b' } },
    ),
    spec: podSpec,
  })
  .map(({ metadata: of, spec }) => ({
    metadata: of,
    spec: { containers: [{ name: 'a', image: 'shop:1' }], ...spec },
  }));

const deploymentSpec = fc
  .record({
    template: mostly(template, {}, null),
    rest: some({
      selector: mostly(fc.constant({ matchLabels: labels }), {}, { matchLabels: { app: 'b' } }),
      replicas: mostly(count, -1, '3', null),
      paused: fc.boolean(),
      minReadySeconds: mostly(count, -1),
      revisionHistoryLimit: mostly(count, null),
      progressDeadlineSeconds: mostly(fc.constantFrom(20, 30), 0),
      strategy: fc.constantFrom(
        { type: 'Recreate' },
        { type: 'RollingUpdate' },
        { rollingUpdate: { maxSurge: 1 } },
        { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } },
        { type: 'Recreate', rollingUpdate: { maxSurge: '10%' } },
        {},
      ),
    }),
  })
  .map(({ template: of, rest }) => ({ selector: { matchLabels: labels }, template: of, ...rest }));

const deploymentStatus = some({
  replicas: mostly(count, -1, '1'),
  readyReplicas: fc.constantFrom(0, 1),
  observedGeneration: fc.constantFrom(0, 1),
  conditions: fc.array(
    fc.record({
      type: fc.constantFrom('Available', 'Progressing'),
      status: fc.constantFrom('True', 'False'),
    }),
    { maxLength: 2 },
  ),
});

const port = fc
  .tuple(
    fc.constantFrom(80, 81, 443),
    some({ protocol: fc.constantFrom('TCP', 'UDP'), targetPort: fc.constantFrom(8080, 'http') }),
  )
  .map(([number, rest]) => ({ name: `p${number}`, port: number, ...rest }));

/** Mostly valid: `conformance/built-in-kinds` compares what servers refuse. */
const serviceSpec = fc
  .tuple(
    fc.uniqueArray(port, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
    some({
      type: fc.constantFrom('ClusterIP', 'NodePort'),
      selector: mostly(fc.constantFrom({ app: 'a' }, { app: 'b', tier: 'c' }, {}), null),
      sessionAffinity: fc.constant('None'),
      publishNotReadyAddresses: fc.boolean(),
      internalTrafficPolicy: fc.constantFrom('Local', 'Cluster'),
      ipFamilyPolicy: fc.constant('SingleStack'),
    }),
  )
  .map(([ports, rest]) => ({ ports, ...rest }));

const serviceStatus = some({
  loadBalancer: fc.constantFrom(
    {},
    { ingress: [{ ip: '1.2.3.4' }] },
    { ingress: [{ hostname: 'example.com' }] },
  ),
  conditions: fc.constantFrom(
    [],
    [{ type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }],
  ),
});

const scaleSpec = fc.record({ spec: fc.record({ replicas: count }) });

const contents: Record<KindName, fc.Arbitrary<object>> = {
  thing: some({ spec: mostly(thingSpec, null), status: mostly(status, 1), unknown: word }),
  configMap,
  deployment: some({ spec: mostly(deploymentSpec, {}), status: deploymentStatus }),
  service: fc.record({ spec: serviceSpec, status: serviceStatus }),
};

const statuses: Record<KindName, fc.Arbitrary<object>> = {
  thing: fc.record({ status: mostly(status, null) }),
  configMap,
  deployment: fc.record({ status: deploymentStatus }),
  service: fc.record({ status: serviceStatus }),
};

/** A body of a kind or of one of its subresources; its type and name are set later. */
export function anyBody(kind: KindName, subresource?: string): fc.Arbitrary<object> {
  const content =
    subresource === 'scale' ? scaleSpec : subresource === 'status' ? statuses[kind] : contents[kind];
  // The server ignores the metadata of a Scale.
  if (subresource === 'scale') return content;
  return fc
    .tuple(fc.option(metadata, { freq: 2, nil: undefined }), content)
    .map(([of, body]) => ({ ...body, ...(of && { metadata: of }) }));
}
