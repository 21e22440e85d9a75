import type { Kind, KubernetesObject } from '@opgen/runtime';
import { applyDefaults, prune, type JSONSchemaProps, validate } from '@opgen/rules/schema';
import { fieldErrorText } from '@opgen/rules/field-errors';
import { isObject } from '@opgen/rules/json';
import { RuleValidator } from '@opgen/rules/cel';
import type { Manifests } from '../install-manifests.ts';
import { arbitraryValue } from './arbitrary-value.ts';
import { schemaOf } from './definition-of.ts';
import { type Random, seeded } from './random.ts';

/** The CustomResourceDefinition of the kind and the number of objects to generate. */
export interface SampleOptions {
  /** The CustomResourceDefinitions, as files, folders or objects. */
  crds: Manifests;
  /** The number of objects. Default: 100. */
  count?: number | undefined;
  /** The seed; the same seed generates the same objects. Default: 1. */
  seed?: number | undefined;
}

/** The number of attempts per object before it gives up on the schema. */
const maxAttempts = 50;

/**
 * Generates random objects of a kind from its schema: each is valid, has its defaults, and looks as if the API
 * server had stored it. They find cases that handwritten examples miss: absent fields, empty lists, unusual
 * strings.
 */
export async function samplesOf<T extends KubernetesObject>(
  kind: Kind<T>,
  { crds, count = 100, seed = 1 }: SampleOptions,
): Promise<T[]> {
  const schema = await schemaOf(kind, crds);
  const random = seeded(seed);
  const admitted = admission(schema);
  const generate = (index: number): unknown => draw(kind, schema, random, index);
  return Array.from({ length: count }, (_, index) => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const valid = admitted(generate(index));
      if (valid !== undefined) return valid as T;
    }
    throw new Error(failureMessage(kind, schema, generate(index)));
  });
}

/** Returns the object as the API server would store it, or undefined if the server would reject it. */
export function admission(schema: JSONSchemaProps): <T>(object: T) => T | undefined {
  const rules = new RuleValidator(schema);
  return (object) => {
    const stored = applyDefaults(prune(object, schema).value, schema);
    const isValid = validate(stored, schema).length === 0 && rules.validate(stored).failures.length === 0;
    return isValid ? stored : undefined;
  };
}

function failureMessage({ kind }: Kind, schema: JSONSchemaProps, generated: unknown): string {
  const stored = applyDefaults(prune(generated, schema).value, schema);
  const [problem] = validate(stored, schema);
  const [broken] = new RuleValidator(schema).validate(stored).failures;
  const wrong = problem ?? broken;
  const suffix = wrong === undefined ? '' : `: ${fieldErrorText(wrong)}`;
  return `could not generate a valid ${kind} from its schema${suffix}\nwrite samples of this kind by hand`;
}

function draw(kind: Kind, schema: JSONSchemaProps, random: Random, index: number): unknown {
  const { apiVersion: _, kind: __, metadata: ___, ...properties } = schema.properties ?? {};
  const body = arbitraryValue({ ...schema, properties }, random);
  return {
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: {
      name: `sample-${index}`,
      ...(kind.scope === 'Namespaced' && { namespace: 'default' }),
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2024-01-01T00:00:00Z',
      ...(random.chance(0.5) && { labels: { app: 'sample' } }),
      ...(random.chance(0.5) && { annotations: { 'example.com/note': 'kept' } }),
    },
    ...(isObject(body) ? body : {}),
  };
}
