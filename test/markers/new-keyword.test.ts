import { expect, test, vi } from 'vitest';
import { importCustomResourceDefinition } from '../../src/import/import-definition.ts';
import { change } from '../../src/kubernetes/change.ts';
import { compareDefinitions } from '../../src/manifests/compare/compare-definitions.ts';
import { definitionsOfSources } from '../../src/manifests/definitions-of-sources.ts';
import { manifestsOf } from '../manifests/project.ts';

/** A keyword that does not exist, declared in the one file that a new marker needs. */
vi.mock(import('../../src/markers/definitions/numbers.ts'), async (original) => {
  const { numberMarkers } = await original();
  const { number } = await import('../../src/markers/argument-types.ts');
  const { defineMarker } = await import('../../src/markers/define-marker.ts');
  const { contradictoryLimits } = await import('../../src/markers/diagnostics.ts');
  const name = 'x-example-step' as 'multipleOf';
  const step = defineMarker({
    name: 'validation:Step',
    on: ['field', 'type'],
    forItems: true,
    limits: 'numbers',
    argument: number(),
    summary: 'The distance between two values.',
    example: '// +validation:Step=5',
    keyword: {
      name,
      combine: 'both',
      compare: (before, after, path) =>
        before[name] === after[name] ? [] : [change('validation-tightened', path, 'another step')],
      check: ({ [name]: value = 1 }) =>
        value > 0 ? [] : [{ diagnostic: contradictoryLimits, message: `no value has the step ${value}` }],
    },
  });
  return { numberMarkers: [...numberMarkers, step] as unknown as typeof numberMarkers };
});

test('a marker for a new keyword is declared in one file', async () => {
  const [before, after] = [await definitionOf(projectWith(5)), await definitionOf(projectWith(7))];
  const { schema } = before.spec.versions[0] ?? {};
  expect(schema?.openAPIV3Schema?.properties?.['spec']?.properties).toEqual({
    own: { type: 'integer', 'x-example-step': 5 },
    both: { type: 'integer', allOf: [{ 'x-example-step': 2 }, { 'x-example-step': 5 }] },
    items: { type: 'array', items: { type: 'integer', 'x-example-step': 5 } },
  });

  const changes = compareDefinitions(before, after);
  expect(changes).toContainEqual(expect.objectContaining({ path: '.spec.own', message: 'another step' }));

  const [imported] = importCustomResourceDefinition(before);
  expect(imported?.content).toContain('// +validation:Step=5\n  own?: Integer;');

  const { diagnostics } = await manifestsOf({ 'src/api/types.ts': projectWith(0) });
  expect(diagnostics).toContainEqual({
    code: 'OPG2105',
    severity: 'error',
    message: 'no value has the step 0',
    place: expect.objectContaining({ line: 7 }) as unknown,
  });
});

function projectWith(step: number): string {
  return `import { type CustomResource, defineKind, type Integer } from '@opgen/runtime';

// +validation:Step=2
type Even = Integer;

export interface ScaleSpec {
  // +validation:Step=${step}
  own?: Integer;
  // +validation:Step=${step}
  both?: Even;
  // +validation:items:Step=${step}
  items?: Integer[];
}

export interface Scale extends CustomResource<ScaleSpec> {
  apiVersion: 'music.example.com/v1';
  kind: 'Scale';
}

export const Scale = defineKind<Scale>({
  apiVersion: 'music.example.com/v1',
  kind: 'Scale',
  plural: 'scales',
  scope: 'Namespaced',
});
`;
}

async function definitionOf(content: string) {
  const { definitions } = await definitionsOfSources([{ path: 'src/api/types.ts', content }]);
  const [definition] = definitions;
  if (definition === undefined) throw new Error('the types make no definition');
  return definition;
}
