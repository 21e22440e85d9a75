/** One entry of x-kubernetes-validations. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** The part of a structural schema that rules depend on. */
export interface RuleSchema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, RuleSchema>>;
  readonly additionalProperties?: RuleSchema | boolean;
  readonly items?: RuleSchema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** The schema of a map's values; undefined if the schema is not that of a map. */
export function valueSchema({ additionalProperties }: RuleSchema): RuleSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

const text: RuleSchema = { type: 'string' };

/** Rules can read a resource's kind, apiVersion and metadata.name even if its schema does not declare them. */
export function withTypeAndName(schema: RuleSchema): RuleSchema {
  const metadata: RuleSchema = { type: 'object', properties: { name: text, generateName: text } };
  const { kind, apiVersion, metadata: declared } = schema.properties ?? {};
  const isComplete =
    kind?.type === 'string' &&
    apiVersion?.type === 'string' &&
    declared?.type === 'object' &&
    declared.properties?.['name']?.type === 'string' &&
    declared.properties['generateName']?.type === 'string';
  return isComplete
    ? schema
    : { ...schema, properties: { ...schema.properties, kind: text, apiVersion: text, metadata } };
}
