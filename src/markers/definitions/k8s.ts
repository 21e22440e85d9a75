import type { JSONSchemaProps } from '@opgen/rules/schema';
import { escapeProperty } from '@opgen/rules/names';
import { list, none, oneOf, raw, tag } from '../argument-types.ts';
import { defineMarker, type MarkerDefinition, type Rejection } from '../define-marker.ts';
import { addRule } from './add-rule.ts';

/** The tags of Kubernetes' declarative validation that are not aliases of other markers. */
const requiredTag = defineMarker({
  name: 'k8s:required',
  on: ['field'],
  argument: none(),
  presence: 'required',
  summary: 'The field is required, and a string, list or map must not be empty.',
  example: '// +k8s:required',
  applyToSchema: (schema) => {
    if (schema.type === 'string') return { ...schema, minLength: Math.max(1, schema.minLength ?? 1) };
    if (schema.type === 'array') return { ...schema, minItems: Math.max(1, schema.minItems ?? 1) };
    if (schema.type === 'object' && schema.additionalProperties !== undefined)
      return { ...schema, minProperties: Math.max(1, schema.minProperties ?? 1) };
    return schema;
  },
});

const immutable = defineMarker({
  name: 'k8s:immutable',
  on: ['field'],
  argument: none(),
  summary: 'Once set, the field can be neither changed nor removed.',
  example: '// +k8s:immutable',
  applyToSchema: (schema) => addRule(schema, { rule: 'self == oldSelf', message: 'field is immutable' }),
  applyToOwner: (owner, field) => (owner.required?.includes(field) ? owner : staysSet(owner, field)),
});

const update = defineMarker({
  name: 'k8s:update',
  on: ['field'],
  argument: list(oneOf('NoSet', 'NoModify', 'NoClear')),
  summary: 'What an update must not do with the field: set it, change it, or remove it.',
  example: '// +k8s:update=NoModify;NoClear',
  applyToSchema: (schema, changes) =>
    changes.includes('NoModify')
      ? addRule(schema, { rule: 'self == oldSelf', message: 'field may not be changed' })
      : schema,
  applyToOwner: (owner, field, changes) => {
    const cleared = changes.includes('NoClear') ? staysSet(owner, field) : owner;
    return changes.includes('NoSet') ? staysUnset(cleared, field) : cleared;
  },
});

const eachValue = defineMarker({
  name: 'k8s:eachVal',
  on: ['field', 'type'],
  repeatable: true,
  argument: tag(),
  summary: 'Applies another marker to the items of a list or the values of a map.',
  example: '// +k8s:eachVal=+k8s:maxLength=63',
});

const enumeration = defineMarker({
  name: 'k8s:enum',
  on: ['type'],
  argument: none(),
  summary: 'In Go it collects constants. In TypeScript the type lists its values itself.',
  example: '// +k8s:enum',
  reject: ({ enum: values }) =>
    values === undefined
      ? {
          message: 'the type does not list its values',
          hint: "list them: type Policy = 'Delete' | 'Retain', or an enum",
        }
      : undefined,
});

function staysSet(owner: JSONSchemaProps, field: string): JSONSchemaProps {
  const name = escapeProperty(field);
  if (name === undefined) return owner;
  const rule = `!has(oldSelf.${name}) || has(self.${name})`;
  return addRule(owner, { rule, message: `field ${field} is immutable once set` });
}

function staysUnset(owner: JSONSchemaProps, field: string): JSONSchemaProps {
  const name = escapeProperty(field);
  if (name === undefined) return owner;
  const rule = `has(oldSelf.${name}) || !has(self.${name})`;
  return addRule(owner, { rule, message: `field ${field} can only be set when the object is created` });
}

const everywhere = ['file', 'kind', 'type', 'field'] as const;

/** Tags of built-in types that a CustomResourceDefinition cannot express. */
const rejections: Readonly<Record<string, Rejection>> = {
  'k8s:forbidden': { message: 'a field that can never be set is no field', hint: 'remove it from the type' },
  'k8s:maxBytes': {
    message: 'schemas limit the number of characters, not bytes',
    hint: 'write +validation:MaxLength',
  },
  'k8s:unique': {
    message: 'the list type declares unique items',
    hint: 'write +listType=set, or +listType=map',
  },
  'k8s:eachKey': {
    message: 'schemas cannot validate the keys of a map',
    hint: 'write +validation:XValidation:rule="self.all(key, size(key) <= 63)"',
  },
  'k8s:subfield': { message: 'each field has its own markers', hint: 'write the marker above the field' },
  'k8s:item': {
    message: 'a schema applies to all items of a list',
    hint: 'write +validation:XValidation:rule="self.all(item, item.type != \'Ready\' || …)"',
  },
  'k8s:unionMember': { message: 'a union is declared on a type', hint: 'write +validation:ExactlyOneOf' },
  'k8s:unionDiscriminator': {
    message: 'a union is declared on a type',
    hint: 'write +validation:ExactlyOneOf',
  },
  'k8s:zeroOrOneOfMember': {
    message: 'a union is declared on a type',
    hint: 'write +validation:AtMostOneOf',
  },
  'k8s:opaqueType': {
    message: 'a type always has the same schema',
    hint: 'use Omit<…> or another type for this field',
  },
  'k8s:ifEnabled': { message: 'custom resources have no feature gates', hint: 'remove the marker' },
  'k8s:ifDisabled': { message: 'custom resources have no feature gates', hint: 'remove the marker' },
  'k8s:neq': {
    message: 'schemas cannot exclude a value',
    hint: 'write +validation:XValidation:rule="self != …"',
  },
};

const unsupportedTags: readonly MarkerDefinition[] = Object.entries(rejections).map(
  ([name, { hint, message }]) =>
    defineMarker({
      name,
      on: everywhere,
      argument: raw(),
      repeatable: true,
      summary: `Not supported: ${message}.`,
      example: `// +${name}`,
      unsupported: { message: `custom resources do not support +${name}: ${message}`, hint },
    }),
);

export const k8sMarkers: readonly MarkerDefinition[] = [
  requiredTag,
  immutable,
  update,
  eachValue,
  enumeration,
  ...unsupportedTags,
] as readonly MarkerDefinition[];
