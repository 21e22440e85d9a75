import type { Json } from '../kubernetes/json.ts';
import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';
import { markerArguments, markerText } from './marker-text.ts';

export type Keyword = keyof JSONSchemaProps;

/** What keywords of a schema are called in markers; a list stands for a marker each. */
const written: { [K in Keyword]?: (value: NonNullable<JSONSchemaProps[K]>) => string | readonly string[] } = {
  title: (text) => `title=${markerText(text)}`,
  format: (text) => `validation:Format=${markerText(text)}`,
  nullable: () => 'nullable',
  enum: (values) => `validation:Enum=${values.map(scalar).join(';')}`,
  minimum: (least) => `validation:Minimum=${least}`,
  exclusiveMinimum: (is) => `validation:ExclusiveMinimum=${is}`,
  maximum: (most) => `validation:Maximum=${most}`,
  exclusiveMaximum: (is) => `validation:ExclusiveMaximum=${is}`,
  multipleOf: (number) => `validation:MultipleOf=${number}`,
  minLength: (least) => `validation:MinLength=${least}`,
  maxLength: (most) => `validation:MaxLength=${most}`,
  pattern: (pattern) => `validation:Pattern=${quotedText(pattern)}`,
  minItems: (least) => `validation:MinItems=${least}`,
  maxItems: (most) => `validation:MaxItems=${most}`,
  minProperties: (least) => `validation:MinProperties=${least}`,
  maxProperties: (most) => `validation:MaxProperties=${most}`,
  'x-kubernetes-list-type': (type) => `listType=${type}`,
  'x-kubernetes-list-map-keys': (keys) => keys.map((key) => `listMapKey=${markerText(key)}`),
  'x-kubernetes-map-type': (type) => `mapType=${type}`,
  'x-kubernetes-preserve-unknown-fields': () => 'preserveUnknownFields',
  'x-kubernetes-embedded-resource': () => 'embeddedResource',
  oneOf: (branches) => `validation:OneOf=${JSON.stringify(branches)}`,
  anyOf: (branches) => `validation:AnyOf=${JSON.stringify(branches)}`,
  allOf: (branches) => `validation:AllOf=${JSON.stringify(branches)}`,
  not: (branch) => `validation:Not=${JSON.stringify(branch)}`,
  'x-kubernetes-validations': (rules) =>
    rules.map((rule) => `validation:XValidation:${markerArguments({ ...rule })}`),
  default: (value) => `default=${JSON.stringify(value)}`,
  example: (value) => `example=${JSON.stringify(value)}`,
};

/** The order in which people expect them: what is accepted, how it is merged, what stands in for it. */
const order = Object.keys(written) as Keyword[];

/** The markers that say what the type leaves unsaid, as comment lines. */
export function markersOfSchema(schema: JSONSchemaProps, saidByType: ReadonlySet<Keyword>): string[] {
  return order.flatMap((keyword) => {
    const value = schema[keyword];
    const isOff = value === false && keyword !== 'default' && keyword !== 'example';
    if (value === undefined || isOff || saidByType.has(keyword)) return [];
    const write = written[keyword] as (value: unknown) => string | readonly string[];
    return [write(value)].flat().map((marker) => `// +${marker}`);
  });
}

/** A pattern is easier to read in backticks, however plain it is. */
function quotedText(text: string): string {
  return /^[^`\p{Cc}]+$/u.test(text) ? `\`${text}\`` : JSON.stringify(text);
}

function scalar(value: Json): string {
  return typeof value === 'string' ? markerText(value) : JSON.stringify(value);
}
