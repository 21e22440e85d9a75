import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';

const valid = ['1h30m', '-1.5s', '0', '3 days', '5 MINUTES', 'about 3 days', '2 months 3 days', '3nanos'];
const invalid = ['', '1', 's', '2 months', '10 hrs', '99999999999999999999 s'];

/** Installs a CRD whose spec is a map of durations, and returns the path of its objects. */
async function installed(scene: Scene): Promise<{ apiVersion: string; path: string }> {
  const group = `${scene.namespace}.${scene.group}`;
  const spec = { type: 'object', additionalProperties: { type: 'string', format: 'duration' } };
  await scene.install({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `timers.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'timers', kind: 'Timer' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  });
  return { apiVersion: `${group}/v1`, path: `/apis/${group}/v1/namespaces/${scene.namespace}/timers` };
}

conformance('formats', (it) => {
  it('duration accepts the syntax of Go, and numbers with names of units', async (scene) => {
    const { apiVersion, path } = await installed(scene);
    const spec = Object.fromEntries([...valid, ...invalid].map((text, index) => [`field${index}`, text]));
    const timer = { apiVersion, kind: 'Timer', metadata: { name: 'main' }, spec };
    const answer = await scene.send('POST', `${path}?dryRun=All`, timer);
    expect(answer.status, answer.text).toBe(422);
    const { details } = answer.object as unknown as { details: { causes: { field: string }[] } };
    expect(details.causes.map(({ field }) => field).toSorted()).toEqual(
      invalid.map((_, index) => `spec.field${valid.length + index}`).toSorted(),
    );
  });
});
