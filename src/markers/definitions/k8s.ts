import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { escapeProperty } from '@opgen/rules/cel';
import { list, none, oneOf, raw, tag } from '../argument-types.ts';
import { defineMarker, type MarkerDefinition } from '../define-marker.ts';
import { withRule } from './with-rule.ts';

/** The tags of Kubernetes' declarative validation that are not other names of markers of ours. */
const requiredTag = defineMarker({
  name: 'k8s:required',
  on: ['field'],
  argument: none(),
  presence: 'required',
  summary: 'The field must be set, and text, a list or a map not be empty.',
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
  summary: 'Once set, the field can neither be changed nor removed.',
  example: '// +k8s:immutable',
  applyToSchema: (schema) => withRule(schema, { rule: 'self == oldSelf', message: 'field is immutable' }),
  applyToOwner: (owner, field) => (owner.required?.includes(field) ? owner : staysSet(owner, field)),
});

const update = defineMarker({
  name: 'k8s:update',
  on: ['field'],
  argument: list(oneOf('NoSet', 'NoModify', 'NoClear')),
  summary: 'What an update may not do with the field: set it, change it, or remove it.',
  example: '// +k8s:update=NoModify;NoClear',
  applyToSchema: (schema, changes) =>
    changes.includes('NoModify')
      ? withRule(schema, { rule: 'self == oldSelf', message: 'field may not be changed' })
      : schema,
  applyToOwner: (owner, field, changes) => {
    const settled = changes.includes('NoClear') ? staysSet(owner, field) : owner;
    return changes.includes('NoSet') ? staysUnset(settled, field) : settled;
  },
});

const eachValue = defineMarker({
  name: 'k8s:eachVal',
  on: ['field', 'type'],
  repeatable: true,
  argument: tag(),
  summary: 'Another marker, for the items of a list or the values of a map.',
  example: '// +k8s:eachVal=+k8s:maxLength=63',
});

const enumeration = defineMarker({
  name: 'k8s:enum',
  on: ['type'],
  argument: none(),
  summary: 'In Go it collects constants. In TypeScript the type lists its values itself.',
  example: '// +k8s:enum',
  misfit: ({ enum: values }) =>
    values === undefined
      ? {
          message: 'the type lists no values',
          hint: "list them: type Policy = 'Delete' | 'Retain', or an enum",
        }
      : undefined,
});

function staysSet(owner: JSONSchemaProps, field: string): JSONSchemaProps {
  const name = escapeProperty(field);
  if (name === undefined) return owner;
  const rule = `!has(oldSelf.${name}) || has(self.${name})`;
  return withRule(owner, { rule, message: `field ${field} is immutable once set` });
}

function staysUnset(owner: JSONSchemaProps, field: string): JSONSchemaProps {
  const name = escapeProperty(field);
  if (name === undefined) return owner;
  const rule = `has(oldSelf.${name}) || !has(self.${name})`;
  return withRule(owner, { rule, message: `field ${field} can only be set when the object is created` });
}

const everywhere = ['file', 'kind', 'type', 'field'] as const;

/** Tags that Kubernetes' own API server knows and a CustomResourceDefinition has no words for. */
const refusals: Readonly<Record<string, { message: string; hint: string }>> = {
  'k8s:forbidden': { message: 'a field that may never be set', hint: 'leave it out of the type' },
  'k8s:maxBytes': { message: 'schemas count characters', hint: 'write +validation:MaxLength' },
  'k8s:unique': { message: 'lists say this by their type', hint: 'write +listType=set, or +listType=map' },
  'k8s:eachKey': {
    message: 'schemas say nothing of keys',
    hint: 'write +validation:XValidation:rule="self.all(key, size(key) <= 63)"',
  },
  'k8s:subfield': { message: 'fields have markers of their own', hint: 'write it above the field' },
  'k8s:item': {
    message: 'schemas say the same of all items',
    hint: 'write +validation:XValidation:rule="self.all(item, item.type != \'Ready\' || …)"',
  },
  'k8s:unionMember': { message: 'unions stand above a type', hint: 'write +validation:ExactlyOneOf' },
  'k8s:unionDiscriminator': { message: 'unions stand above a type', hint: 'write +validation:ExactlyOneOf' },
  'k8s:zeroOrOneOfMember': { message: 'unions stand above a type', hint: 'write +validation:AtMostOneOf' },
  'k8s:opaqueType': { message: 'a type has one schema', hint: 'use Omit<…>, or another type here' },
  'k8s:ifEnabled': { message: 'features are options of Kubernetes itself', hint: 'remove it' },
  'k8s:ifDisabled': { message: 'features are options of Kubernetes itself', hint: 'remove it' },
  'k8s:neq': {
    message: 'schemas cannot exclude a value',
    hint: 'write +validation:XValidation:rule="self != …"',
  },
};

const refusedTags: readonly MarkerDefinition[] = Object.entries(refusals).map(([name, { hint, message }]) =>
  defineMarker({
    name,
    on: everywhere,
    argument: raw(),
    repeatable: true,
    summary: `Not accepted: ${message}.`,
    example: `// +${name}`,
    refused: { message: `+${name} has no counterpart in a custom resource: ${message}`, hint },
  }),
);

export const k8sMarkers: readonly MarkerDefinition[] = [
  requiredTag,
  immutable,
  update,
  eachValue,
  enumeration,
  ...refusedTags,
] as readonly MarkerDefinition[];
