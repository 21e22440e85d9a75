import type { FieldError } from '@opgen/rules/field-errors';
import { type JSONSchemaProps, type ValidationRule, valueSchema } from '@opgen/rules/schema';
import type { Diagnostic, Place } from '../diagnostics.ts';
import { nearestName } from '../diagnostics.ts';
import { placeInArgument, placeOfArgument } from '../markers/marker.ts';
import { costlyRule, invalidRule, refusedRule } from './diagnostics.ts';
import type { Origins, Step } from './origins.ts';

/** A CEL rule that the API server rejects. */
export interface RejectedRule {
  rule: ValidationRule;
  /** The rejected part: rule, message, messageExpression, fieldPath … */
  argument: string;
  /** From the root of the schema to the field or type that has the rule. */
  steps: readonly [Step, ...Step[]];
}

/** Reports a problem of a rule at the character of the marker that caused it. */
export function problemOfRule(error: FieldError, rejected: RejectedRule, origins: Origins): Diagnostic[] {
  const { argument, rule, steps } = rejected;
  const { schema, subject } = steps.at(-1) as Step;
  const marker = origins.markerOfRule(rule, subject);
  const place = marker === undefined ? subject.place : placeOfArgument(marker, argument);
  const the = `the rule of ${subject.name}`;

  if (error.problems !== undefined && error.problems.length > 0) {
    return error.problems.map(({ message, place: within }) => {
      const text = shortened(message);
      const at =
        marker === undefined || within === undefined
          ? place
          : placeOfWord(text, placeInArgument(marker, argument, within.offset));
      return invalidRule({
        message: `${the} does not compile: ${text}`,
        hint: hintFor(text, schema),
        place: at,
      });
    });
  }
  const factor = costFactor(error);
  if (factor !== undefined) {
    const message = `${the} exceeds the cost limit: its estimated cost is ${factor} the limit`;
    return [costlyRule({ message, hint: cheaper(steps), place })];
  }
  if (isContribution(error)) {
    const message = `${the} contributes to a total cost above the limit`;
    return [costlyRule({ message, hint: cheaper(steps), place })];
  }
  if (error.detail.includes('uncorrelatable')) {
    const message = `${the} uses oldSelf for an item of a list without keys`;
    const hint = 'move the rule to the list, or make the list +listType=map';
    return [refusedRule({ message, hint, place })];
  }
  const detail = error.detail.startsWith(argument) ? error.detail : `${argument} ${error.detail}`;
  return [refusedRule({ message: `${the} is invalid: ${detail}`, place })];
}

/** An error of the CEL compiler without the details of its grammar. */
function shortened(message: string): string {
  return message
    .replace(/ \(in container ''\)/, '')
    .replace(/ expecting \{.*\}$/, '')
    .replace("'<EOF>'", 'the end of the expression');
}

/** CEL reports an unknown field at the dot before it. */
function placeOfWord(message: string, place: Place): Place {
  const [, kind, word = ''] = /(undefined field|undeclared reference to) '([^']*)'/.exec(message) ?? [];
  if (kind === undefined) return place;
  return { ...place, column: place.column + (kind === 'undefined field' ? 1 : 0), length: word.length };
}

/** The estimated cost as a multiple of the limit: `3.2 times`. */
export function costFactor({ detail }: FieldError): string | undefined {
  return /by factor of (more than \d+x|[\d.]+x)/.exec(detail)?.[1]?.replace('x', ' times');
}

/** Only the total cost of all rules exceeds the limit. */
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
  if (operator !== undefined) return `'${operator}' cannot be applied to ${left} and ${right}`;
  const [, variable] = /undeclared reference to '([^']*)'/.exec(message) ?? [];
  if (variable === undefined) return undefined;
  return variable in properties
    ? `write self.${variable}`
    : 'use self, or oldSelf for the value before an update';
}

/** The markers that would limit the lists, maps and strings that a rule iterates over. */
function cheaper(steps: readonly Step[]): string {
  const above = steps.slice(0, -1).flatMap(({ schema, subject }) => missingLimit(schema, subject.name));
  const own = steps.slice(-1).flatMap(({ schema, subject }) => withinLimits(schema, subject.name));
  const wanted = [...new Set([...above, ...own])];
  if (wanted.length === 0) return 'simplify the rule, or lower the limits';
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
  const values = schema.items ?? valueSchema(schema);
  const ofValues = values === undefined ? [] : withinLimits(values, `the items of ${what}`);
  return [
    ...(isText ? [`+validation:MaxLength to ${what}`] : []),
    ...missingLimit(schema, what),
    ...inner,
    ...ofValues,
  ];
}
