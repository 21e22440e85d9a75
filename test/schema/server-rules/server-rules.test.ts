import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { realServerAvailable } from '../../../packages/testing/src/envtest/availability.ts';
import type { RealCluster } from '../../../packages/testing/src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../../packages/testing/src/envtest/shared-real-cluster.ts';
import { compareDefinitions } from '../../../src/manifests/compare/compare-definitions.ts';
import { manifestsOf } from '../../manifests/project.ts';
import { namesAndVersions } from './names-and-versions.ts';
import type { RuleCase } from './rule-case.ts';
import { rules } from './rules.ts';
import { structural } from './structural.ts';
import { updates } from './updates.ts';

const cases: readonly RuleCase[] = [...namesAndVersions, ...structural, ...rules, ...updates];

test('each of the 44 rules has a case', () => {
  const numbers = new Set(cases.map(({ rule }) => Number.parseInt(rule, 10)));
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 44 }, (_, index) => index + 1));
});

describe('opgen reports a violation of rule', () => {
  test.each(cases)('$rule', async ({ before, files, reported }) => {
    const { diagnostics } = await manifestsOf(files);
    const all = diagnostics.map(
      ({ code, message, place }) => `${code} ${place?.line}:${place?.column} ${message}`,
    );
    const changes =
      before === undefined ? [] : compareDefinitions(await definitionOf(before), await definitionOf(files));
    const refusals = changes
      .filter(({ refused }) => refused)
      .map(({ message, rule, version }) => [rule, version, message].filter(Boolean).join(' '));
    expect([...all, ...refusals].join('\n')).toBe(reported);
  });
});

/** Without the checks of opgen the same definitions would reach the API server. Every request is a dry run. */
describe.skipIf(!(await realServerAvailable()))('a real kube-apiserver rejects a violation of rule', () => {
  let cluster: RealCluster;
  beforeAll(async () => void (cluster = await sharedRealCluster()));
  afterAll(() => cluster.stop());

  test.each(cases.filter(({ refused }) => refused !== undefined))('$rule', async (each) => {
    const { message, status } = await answerTo(each);
    expect(message).toContain(each.refused);
    expect([400, 422, 500]).toContain(status);
  });

  test.each(cases.filter(({ refused }) => refused === undefined))(
    'but accepts one of rule $rule',
    async (each) => {
      const { message, status } = await answerTo(each);
      expect(message).toBeUndefined();
      expect([200, 201]).toContain(status);
    },
  );

  async function answerTo({
    before,
    byHand,
    files,
    madeOf = files,
  }: RuleCase): Promise<{ message?: string; status: number }> {
    const definition = await definitionOf(madeOf);
    byHand?.(definition);
    if (before === undefined) return ask('POST', '', definition);
    const { name } = definition.metadata;
    await cluster.install([await definitionOf(before)]);
    const patch = { metadata: definition.metadata, spec: definition.spec };
    const answer = await ask('PATCH', `/${name}`, patch);
    await cluster.transport.request({ method: 'DELETE', path: `${definitions}/${name}` });
    return answer;
  }

  async function ask(
    method: string,
    path: string,
    body: object,
  ): Promise<{ message?: string; status: number }> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const answer = await cluster.transport.request({
      method,
      path: `${definitions}${path}?dryRun=All`,
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
    const { message } = JSON.parse(await answer.text()) as { message?: string };
    // A busy server gives up before it has estimated the cost of all rules.
    if (answer.status === 504) return ask(method, path, body);
    return { status: answer.status, ...(message !== undefined && { message }) };
  }
});

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

async function definitionOf(files: Record<string, string>): Promise<CustomResourceDefinition> {
  const manifests = await manifestsOf(files);
  const file = manifests.files.find(({ path }) => path.startsWith('config/crd/'));
  return parse(file?.content ?? '') as CustomResourceDefinition;
}
