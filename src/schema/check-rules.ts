import type { FieldError } from '@opgen/rules/field-errors';
import type { Diagnostic, Place } from '../diagnostics.ts';
import { nearestName } from '../diagnostics.ts';
import type { JSONSchemaProps, ValidationRule } from '../kubernetes/json-schema.ts';
import { placeInArgument, placeOfArgument } from '../markers/marker.ts';
import type { Origins, Step } from './origins.ts';

/** A rule in CEL that the API server refuses. */
export interface RefusedRule {
  rule: ValidationRule;
  /** What of it is refused: rule, message, messageExpression, fieldPath … */
  argument: string;
  /** From the root of the schema to what the rule is about. */
  steps: readonly [Step, ...Step[]];
}

/** Tells what is wrong with a rule, at the character of the marker where it is wrong. */
export function problemOfRule(error: FieldError, refused: RefusedRule, origins: Origins): Diagnostic[] {
  const { argument, rule, steps } = refused;
  const { schema, subject } = steps.at(-1) as Step;
  const marker = origins.markerOfRule(rule, subject);
  const place = marker === undefined ? subject.place : placeOfArgument(marker, argument);
  const problem = (
    code: Diagnostic['code'],
    message: string,
    hint: string | undefined,
    at: Place = place,
  ): Diagnostic => ({
    code,
    severity: 'error',
    message: `the rule of ${subject.name} ${message}`,
    ...(hint !== undefined && { hint }),
    place: at,
  });

  if (error.problems !== undefined && error.problems.length > 0) {
    return error.problems.map(({ message, place: within }) => {
      const text = inFewWords(message);
      const at =
        marker === undefined || within === undefined
          ? place
          : placeOfWord(text, placeInArgument(marker, argument, within.offset));
      return problem('OPG2113', `does not compile: ${text}`, hintFor(text, schema), at);
    });
  }
  const factor = costFactor(error);
  if (factor !== undefined) return [problem('OPG2114', `may cost ${factor} what is allowed`, cheaper(steps))];
  if (isContribution(error))
    return [problem('OPG2114', 'is among those that together cost too much', cheaper(steps))];
  if (error.detail.includes('uncorrelatable')) {
    const hint = 'compare in a rule above the list, or tell the items apart with +listType=map';
    return [problem('OPG2115', 'asks for the former value of an item of a list without keys', hint)];
  }
  const detail = error.detail.startsWith(argument) ? error.detail : `${argument} ${error.detail}`;
  return [problem('OPG2115', `is refused: ${detail}`, undefined)];
}

/** Without what only the grammar of CEL is able to tell. */
function inFewWords(message: string): string {
  return message
    .replace(/ \(in container ''\)/, '')
    .replace(/ expecting \{.*\}$/, '')
    .replace("'<EOF>'", 'the end of the expression');
}

/** CEL points at the dot before a field that is not there. */
function placeOfWord(message: string, place: Place): Place {
  const [, kind, word = ''] = /(undefined field|undeclared reference to) '([^']*)'/.exec(message) ?? [];
  if (kind === undefined) return place;
  return { ...place, column: place.column + (kind === 'undefined field' ? 1 : 0), length: word.length };
}

/** How far a cost goes beyond its limit: `3.2 times`. */
export function costFactor({ detail }: FieldError): string | undefined {
  return /by factor of (more than \d+x|[\d.]+x)/.exec(detail)?.[1]?.replace('x', ' times');
}

/** The rule alone is cheap enough; all rules of the schema are not. */
export function isContribution({ detail }: FieldError): boolean {
  return detail.startsWith('contributed to');
}

function hintFor(message: string, { properties = {} }: JSONSchemaProps): string | undefined {
  const [, name] = /undefined field '([^']*)'/.exec(message) ?? [];
  if (name !== undefined) {
    const near = nearestName(name, Object.keys(properties));
    return near === undefined ? undefined : `did you mean '${near}'?`;
  }
  const [, operator, left, right] = /'_(.+)_' applied to '\((.+), (.+)\)'/.exec(message) ?? [];
  if (operator !== undefined) return `'${operator}' does not go with ${left} and ${right}`;
  const [, variable] = /undeclared reference to '([^']*)'/.exec(message) ?? [];
  if (variable === undefined) return undefined;
  return variable in properties
    ? `write self.${variable}`
    : 'rules know self, and oldSelf, the value before an update';
}

/** What a rule is applied to, and goes through, without a limit. */
function cheaper(steps: readonly Step[]): string {
  const above = steps.slice(0, -1).flatMap(({ schema, subject }) => missingLimit(schema, subject.name));
  const own = steps.slice(-1).flatMap(({ schema, subject }) => withinLimits(schema, subject.name));
  const wanted = [...new Set([...above, ...own])];
  if (wanted.length === 0) return 'make the rule simpler, or the limits lower';
  return `add ${wanted.slice(0, 3).join(' and ')}`;
}

function missingLimit(schema: JSONSchemaProps, what: string): string[] {
  if (schema.type === 'array' && schema.maxItems === undefined) return [`+validation:MaxItems to ${what}`];
  const isMap = schema.additionalProperties !== undefined;
  return isMap && schema.maxProperties === undefined ? [`+validation:MaxProperties to ${what}`] : [];
}

function withinLimits(schema: JSONSchemaProps, what: string): string[] {
  const isText = schema.type === 'string' && schema.enum === undefined && schema.maxLength === undefined;
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => withinLimits(part, name));
  const values = schema.items ?? schema.additionalProperties;
  const ofValues = values === undefined ? [] : withinLimits(values, `the items of ${what}`);
  return [
    ...(isText ? [`+validation:MaxLength to ${what}`] : []),
    ...missingLimit(schema, what),
    ...inner,
    ...ofValues,
  ];
}
