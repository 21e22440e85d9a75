import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { realServerAvailable } from '../../../packages/testing/src/envtest/availability.ts';
import type { RealCluster } from '../../../packages/testing/src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../../packages/testing/src/envtest/shared-real-cluster.ts';
import type { CustomResourceDefinition } from '../../../src/kubernetes/custom-resource-definition.ts';
import { manifestsOf } from '../../manifests/project.ts';
import { namesAndVersions } from './names-and-versions.ts';
import type { RuleCase } from './rule-case.ts';
import { rules } from './rules.ts';
import { structural } from './structural.ts';

const cases: readonly RuleCase[] = [...namesAndVersions, ...structural, ...rules];

describe('opgen refuses first what breaks rule', () => {
  test.each(cases)('$rule', async ({ files, told }) => {
    const { diagnostics } = await manifestsOf(files);
    const all = diagnostics.map(
      ({ code, message, place }) => `${code} ${place?.line}:${place?.column} ${message}`,
    );
    expect(all.join('\n')).toBe(told);
  });
});

/** Without our checks the same would reach the API server, which is asked and creates nothing. */
describe.skipIf(!(await realServerAvailable()))('a real kube-apiserver refuses what breaks rule', () => {
  let cluster: RealCluster;
  beforeAll(async () => void (cluster = await sharedRealCluster()), 60_000);
  afterAll(() => cluster.stop());

  test.each(cases.filter(({ refused }) => refused !== undefined))(
    '$rule',
    async ({ byHand, files, madeOf = files, refused }) => {
      const definition = await definitionOf(madeOf);
      byHand?.(definition);
      const answer = await cluster.transport.request({
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(definition),
      });
      const { message } = JSON.parse(await answer.text()) as { message?: string };
      expect(message).toContain(refused);
      expect([400, 422, 500]).toContain(answer.status);
    },
  );
});

async function definitionOf(files: Record<string, string>): Promise<CustomResourceDefinition> {
  const manifests = await manifestsOf(files);
  const file = manifests.files.find(({ path }) => path.startsWith('config/crd/'));
  return parse(file?.content ?? '') as CustomResourceDefinition;
}
