import type { JSONSchemaProps, ValidationRule } from '@opgen/rules/schema';
import type { Marker } from '../markers/marker.ts';
import type { Subject } from './check-schema.ts';

/** Maps each part of a schema to its field or type, so that a problem of the whole schema is reported at its source. */
export class Origins {
  readonly #subjects = new Map<JSONSchemaProps, Subject>();
  readonly #rules = new Map<ValidationRule, Marker>();

  add(schema: JSONSchemaProps, subject: Subject): void {
    this.#subjects.set(schema, subject);
    for (const marker of subject.markers) this.#rules.set(marker.value as ValidationRule, marker);
  }

  subjectOf(schema: JSONSchemaProps): Subject | undefined {
    return this.#subjects.get(schema);
  }

  /** The marker that contains or implies a rule. */
  markerOfRule(rule: ValidationRule, { markers }: Subject): Marker | undefined {
    return this.#rules.get(rule) ?? markers.find((marker) => implies(marker, rule));
  }
}

function implies({ definition, value }: Marker, { rule }: ValidationRule): boolean {
  const { 'x-kubernetes-validations': rules = [] } = definition.applyToSchema?.({}, value) ?? {};
  return rules.some((implied) => implied.rule === rule);
}

/** A step from the root of a schema down to a part of it. */
export interface Step {
  schema: JSONSchemaProps;
  /** The field or type of this part, or of the nearest part above it. */
  subject: Subject;
}

/**
 * Follows a path of an API server error, such as `properties[spec].items.pattern`, through nested schemas. `rest` is
 * the part of the path after the last schema: its keywords.
 */
export function followPath(
  root: Step,
  path: string,
  origins: Origins,
): { steps: readonly [Step, ...Step[]]; rest: string } {
  const steps: [Step, ...Step[]] = [root];
  let rest = path;
  for (;;) {
    const { schema, subject } = steps.at(-1) ?? root;
    const next = nextStep(schema, rest);
    if (next === undefined) return { steps, rest };
    rest = rest.slice(next.length).replace(/^\./, '');
    steps.push({ schema: next.schema, subject: origins.subjectOf(next.schema) ?? next.within(subject) });
  }
}

const parts: Readonly<Record<string, string>> = { items: 'items', additionalProperties: 'values' };

function nextStep(
  schema: JSONSchemaProps,
  path: string,
): { schema: JSONSchemaProps; length: number; within: (subject: Subject) => Subject } | undefined {
  const [property, name] = /^properties\[([^\]]*)\]/.exec(path) ?? [];
  const [branch, junctor, index] = /^(allOf|anyOf|oneOf)\[(\d+)\]/.exec(path) ?? [];
  const [single] = /^(items|additionalProperties|not)(?=\.|$)/.exec(path) ?? [];
  const below =
    property !== undefined && name !== undefined
      ? schema.properties?.[name]
      : branch !== undefined
        ? schema[junctor as 'allOf']?.[Number(index)]
        : single !== undefined
          ? schema[single as 'items']
          : undefined;
  const length = (property ?? branch ?? single)?.length;
  if (below === undefined || length === undefined) return undefined;
  const part = single === undefined ? undefined : parts[single];
  const within = (subject: Subject): Subject =>
    part === undefined ? subject : { ...subject, name: `the ${part} of ${subject.name}` };
  return { schema: below, length, within };
}
