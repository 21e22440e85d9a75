import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRule } from '@opgen/rules/cel';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Definition, untilServed } from '../conformance/support/install-definition.ts';
import type { Target } from '../conformance/support/target.ts';
import { availableTargets } from '../conformance/support/targets.ts';
import { estimates } from '../../../rules/test/cel/cost/estimates.ts';
import { standardExpressions } from '../../../rules/test/cel/evaluate/expressions.ts';
import { libraryErrors, libraryExpressions } from '../../../rules/test/cel/libraries/expressions.ts';
import { memcachedSpec } from '../../../rules/test/cel/rules/memcached-schema.ts';
import { refusedRules, refusedTexts } from '../../../rules/test/cel/rules/refused-rules.ts';
import { changes, values } from '../../../rules/test/cel/rules/memcached-values.ts';

const group = 'cel.example.com';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const objects = `/apis/${group}/v1/namespaces/default`;

const targets = await availableTargets();
const real = targets.find(({ name }) => name === 'real');
const embedded = targets.find(({ name }) => name === 'embedded in process');

interface Judgement {
  readonly status: number;
  readonly causes: readonly Cause[];
}

interface Cause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

/** The response of a server, without the generated type name of self. */
async function judge(target: Target, method: string, path: string, body: object): Promise<Judgement> {
  const headers = { 'content-type': 'application/json' };
  const { status, object, text } = await target.request(method, path, { headers, body });
  if (status >= 500) throw new Error(text);
  const { details } = object as unknown as { details?: { causes?: Cause[] } };
  const causes = (details?.causes ?? []).map((cause) => ({
    ...cause,
    message: cause.message
      .replaceAll(/selfType\d+/g, 'selfType')
      // Go explains in detail why a string is not an address.
      .replaceAll(/(ParseAddr\(\\?".*?\\?"\)): .* evaluating/g, '$1 evaluating'),
  }));
  return { status, causes };
}

function definition(plural: string, spec: JSONSchemaProps): Definition {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  const kind = plural.slice(0, 1).toUpperCase() + plural.slice(1);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

const object = (plural: string, name: string, spec: object, metadata: object = {}): object => ({
  apiVersion: `${group}/v1`,
  kind: plural.slice(0, 1).toUpperCase() + plural.slice(1),
  metadata: { name, ...metadata },
  spec,
});

/** The rules that a CRD may contain: the server often estimates an unbounded cost for expressions of literals. */
function cheap(rules: readonly string[]): string[] {
  return rules.filter((rule) => checkRule(rule, memcachedSpec()).estimatedCost < 300_000n);
}

/** As many rules as one CRD may contain: the server adds up their costs. */
function affordable(): string[] {
  let left = 90_000_000n;
  return estimates.filter(([, cost]) => cost <= 5_000_000n && (left -= cost) > 0n).map(([rule]) => rule);
}

const dryRun = (path: string): string => `${path}?dryRun=All`;

const sentence = 'rules in CEL are judged as a real API server judges them';

describe.skipIf(real === undefined || embedded === undefined)(sentence, () => {
  let servers: readonly [ours: Target, theirs: Target];

  beforeAll(async () => {
    servers = [await embedded!.start(), await real!.start()];
  });

  afterAll(async () => {
    const [ours, theirs] = servers;
    for (const plural of ['memcacheds', 'truths', 'failures', 'transitions']) {
      await theirs.request('DELETE', `${definitions}/${plural}.${group}`);
    }
    await Promise.all([ours.close(), theirs.close()]);
  });

  /** The response of both servers, which must be equal. */
  async function agreed(method: string, path: string, body: object): Promise<Judgement> {
    const [ours, theirs] = await Promise.all(servers.map((server) => judge(server, method, path, body)));
    expect(ours).toEqual(theirs);
    return theirs!;
  }

  async function define(plural: string, spec: JSONSchemaProps): Promise<void> {
    const crd = definition(plural, spec);
    expect(await agreed('POST', definitions, crd)).toEqual({ status: 201, causes: [] });
    for (const server of servers) await untilServed(server, crd);
  }

  test.each(refusedRules)('%s is rejected with the same message', async (rule) => {
    const { status } = await agreed(
      'POST',
      dryRun(definitions),
      definition('refused', memcachedSpec({ rule })),
    );
    expect(status).toBe(422);
  });

  test.each(refusedTexts)('%s is rejected', async (rule) => {
    const body = definition('refused', memcachedSpec({ rule }));
    const judgements = await Promise.all(
      servers.map((server) => judge(server, 'POST', dryRun(definitions), body)),
    );
    expect(judgements.map(({ status }) => status)).toEqual([422, 422]);
    const [ours, theirs] = judgements.map(({ causes }) =>
      causes.map(({ reason, field }) => ({ reason, field })),
    );
    expect(ours).toEqual(theirs);
  });

  test.each(estimates)('%s has the same cost', async (rule) => {
    const wordy = memcachedSpec({ rule, messageExpression: '"size: " + string(self.size)' });
    await agreed('POST', dryRun(definitions), definition('costly', wordy));
    // Repeated many times: how far the cost exceeds the limit shows the cost of one.
    const list: JSONSchemaProps = { type: 'array', maxItems: 900_000, items: memcachedSpec({ rule }) };
    await agreed('POST', dryRun(definitions), definition('costly', list));
    const unbounded: JSONSchemaProps = { type: 'object', additionalProperties: memcachedSpec({ rule }) };
    await agreed('POST', dryRun(definitions), definition('costly', unbounded));
  });

  test('all of them together have the same cost', async () => {
    const rules = estimates.map(([rule]) => ({ rule }));
    const { causes } = await agreed(
      'POST',
      dryRun(definitions),
      definition('costly', memcachedSpec(...rules)),
    );
    expect(causes.length).toBeGreaterThan(10);
  });

  test('rules that are always true pass', async () => {
    const tables = [...Object.values(standardExpressions), ...Object.values(libraryExpressions)];
    const rules = cheap(tables.flat()).map((rule) => ({ rule, message: 'does not hold' }));
    expect(rules.length).toBeGreaterThan(110);
    await define('truths', memcachedSpec(...rules));
    const holds = await agreed(
      'POST',
      dryRun(`${objects}/truths`),
      object('truths', 'main', { name: 'a', items: [] }),
    );
    expect(holds).toEqual({ status: 201, causes: [] });
  });

  test('rules that never have a value fail with the same message', async () => {
    const rules = cheap(libraryErrors.map(([rule]) => rule)).map((rule) => ({ rule }));
    await define('failures', memcachedSpec(...rules));
    const { causes } = await agreed(
      'POST',
      dryRun(`${objects}/failures`),
      object('failures', 'main', { name: 'a', items: [] }),
    );
    expect(causes).toHaveLength(rules.length);
  });

  test('on values', async () => {
    const rules = affordable().filter((rule) => !rule.includes('oldSelf'));
    expect(rules.length).toBeGreaterThan(120);
    await define('memcacheds', memcachedSpec(...rules.map((rule) => ({ rule }))));
    for (const spec of values) {
      const { status } = await agreed(
        'POST',
        dryRun(`${objects}/memcacheds`),
        object('memcacheds', 'main', spec),
      );
      expect(status).toBe(422);
    }
  });

  test('on changes', async () => {
    const rules = [
      { rule: 'self.size >= oldSelf.size', message: 'only grows' },
      { rule: 'self.name == oldSelf.name', fieldPath: '.name', reason: 'FieldValueForbidden' },
      { rule: 'self.items.all(i, i in oldSelf.items)' },
      {
        rule: 'self.tags == oldSelf.tags',
        messageExpression: '"they were " + (oldSelf.tags.size() > 1 ? "several" : "few")',
      },
      { rule: 'self.items == oldSelf.items' },
      { rule: '(self.tags + oldSelf.tags).size() == 2' },
      { rule: 'oldSelf.hasValue() ? self.size < 9 : self.size < 8', optionalOldSelf: true },
      { rule: 'self.limits == oldSelf.limits' },
      { rule: 'self.level == "a"', message: 'level must be a' },
    ];
    await define('transitions', memcachedSpec(...rules));
    for (const [index, [before, after]] of changes.entries()) {
      const name = `change-${index}`;
      const created = await agreed('POST', `${objects}/transitions`, object('transitions', name, before));
      expect(created.status).toBe(201);
      const judgements = await Promise.all(
        servers.map(async (server) => {
          const stored = (await server.request('GET', `${objects}/transitions/${name}`)).object;
          const { resourceVersion } = stored.metadata;
          return judge(
            server,
            'PUT',
            `${objects}/transitions/${name}`,
            object('transitions', name, after, { resourceVersion }),
          );
        }),
      );
      expect(judgements[0]).toEqual(judgements[1]);
    }
  });
});
