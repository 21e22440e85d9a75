import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../packages/testing/src/envtest/availability.ts';
import { type RealCluster, startRealCluster } from '../../packages/testing/src/envtest/real-cluster.ts';
import { completed, schemasOfServer } from '../../scripts/schemas-of-server.ts';
import { loadFacts } from '../../src/kubernetes/facts.ts';
import { minorOf } from '@opgen/rules/builtin';

describe.skipIf(!(await realServerAvailable()))('the facts of a real kube-apiserver', () => {
  let cluster: RealCluster;
  // A separate server: CRDs of other tests would be published too, and could vanish during the read.
  beforeAll(async () => void (cluster = await startRealCluster()));
  afterAll(() => cluster.stop());

  async function ask(path: string): Promise<unknown> {
    const answer = await cluster.transport.request({ method: 'GET', path });
    expect(answer.status).toBe(200);
    return JSON.parse(await answer.text());
  }

  test('equal the stored facts of its minor', async () => {
    const { schemas, version } = await schemasOfServer(ask);
    const minor = minorOf(version);
    if (minor === undefined) throw new Error(`there are no facts of ${version}`);
    const known = (await loadFacts(minor)).schemas;
    expect(Object.keys(schemas).filter((name) => !(name in known))).toEqual([]);
    expect(Object.keys(schemas).length).toBeGreaterThan(500);
    const all = completed(schemas, known);
    // Also in the same order, so that generating them again changes nothing.
    expect(JSON.stringify(all)).toBe(JSON.stringify(known));
  });
});

const type = (type: string) => ({ type }) as const;
const kind = (group: string) => ({ group, kind: 'DeleteOptions', version: 'v1' });
const options = (group: string) => ({
  type: 'object',
  description: 'Prose.',
  properties: {
    description: { type: 'string', description: 'Prose.' },
    enum: { type: 'string', enum: ['A'], default: 'A' },
  },
  'x-kubernetes-group-version-kind': [kind(group)],
});
const document = (group: string) => ({
  components: {
    schemas: {
      'io.k8s.apimachinery.DeleteOptions': options(group),
      'io.k8s.networking.gateway.v1.Gateway': {},
    },
  },
});

describe('facts of a server that does not serve every group', () => {
  const before = {
    'io.k8s.api.apps.v1.Gone': type('object'),
    'io.k8s.api.apps.v1.Kept': type('object'),
    'io.k8s.api.apps.v1beta1.Unserved': type('object'),
    'io.k8s.apimachinery.pkg.apis.meta.v1.Shared': type('object'),
  };

  test('are completed with the stored facts', () => {
    const published = { 'io.k8s.api.apps.v1.Kept': type('string'), 'io.k8s.api.apps.v1.New': type('object') };
    expect(completed(published, before)).toEqual({
      'io.k8s.api.apps.v1.Kept': type('string'),
      'io.k8s.api.apps.v1.New': type('object'),
      'io.k8s.api.apps.v1beta1.Unserved': type('object'),
      'io.k8s.apimachinery.pkg.apis.meta.v1.Shared': type('object'),
    });
  });

  test('drop descriptions and enums, and merge types that every group repeats', async () => {
    const answers: Record<string, unknown> = {
      '/version': { gitVersion: 'v1.36.1' },
      '/openapi/v3': { paths: { apps: { serverRelativeURL: '/apps' }, api: { serverRelativeURL: '/api' } } },
      '/apps': document('apps'),
      '/api': document(''),
    };
    expect(await schemasOfServer((path) => Promise.resolve(answers[path]))).toEqual({
      version: 'v1.36.1',
      schemas: {
        'io.k8s.apimachinery.DeleteOptions': {
          type: 'object',
          properties: { description: { type: 'string' }, enum: { type: 'string', default: 'A' } },
          'x-kubernetes-group-version-kind': [kind(''), kind('apps')],
        },
      },
    });
  });
});
