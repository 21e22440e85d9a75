import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { describe, expect, test } from 'vitest';
import { importCustomResourceDefinition, type ImportOptions } from '../../src/import/import-definition.ts';
import { definitionsOfSources } from '../../src/manifests/definitions-of-sources.ts';
import { runtimeTypes } from '../../src/kubernetes/runtime-types.ts';
import { comparable } from './comparable.ts';

type Schema = JSONSchemaProps;

const text: Schema = { type: 'string' };
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});
const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });
const map = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });
const intOrString: Schema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

const ofEveryKind: Record<string, Schema> = { apiVersion: text, kind: text, metadata: { type: 'object' } };

/** A Memcached with this spec and these additional keywords in its root schema. */
function memcached(spec: Schema, root: Schema = { required: ['spec'] }): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'memcacheds.cache.example.com' },
    spec: {
      group: 'cache.example.com',
      names: { kind: 'Memcached', listKind: 'MemcachedList', plural: 'memcacheds', singular: 'memcached' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              ...object({ ...ofEveryKind, spec }),
              ...root,
            },
          },
        },
      ],
    },
  };
}

function textOf(definition: CustomResourceDefinition, options?: ImportOptions): string {
  return importCustomResourceDefinition(definition, options)
    .map(({ content }) => content)
    .join('\n');
}

function typesOf(spec: Schema): string {
  return textOf(memcached(spec));
}

/** Their schemas differ from the imported ones: they accept null, as an enum with null was meant to. */
test.each<[Schema, string]>([
  [{ ...text, nullable: true, enum: ['a', 'b', null] }, "  field?: 'a' | 'b' | null;"],
  [
    { type: 'integer', nullable: true, enum: [1, 2, null] },
    '  // +validation:Enum=1;2\n  field?: Integer | null;',
  ],
  [{ ...text, enum: ['a', null] }, "  field?: 'a';"],
])('a field with null in its enum, %j, becomes %s', (field, written) => {
  expect(textOf(memcached(object({ field })))).toContain(written);
});

describe('a field becomes', () => {
  test.each<[title: string, field: Schema, written: string]>([
    ['text', text, 'field?: string;'],
    [
      'a boolean',
      { type: 'boolean', default: false },
      "MemcachedSpec extends Defaults<'field'> {\n  // +default=false\n  field: boolean;",
    ],
    ['an integer', { type: 'integer' }, 'field?: Integer;'],
    [
      'an integer of 32 bits',
      { type: 'integer', format: 'int32', minimum: 0 },
      '// +validation:Minimum=0\n  field?: Int32;',
    ],
    ['a number', { type: 'number', multipleOf: 0.5 }, '// +validation:MultipleOf=0.5\n  field?: Double;'],
    ['a timestamp', { ...text, format: 'date-time' }, 'field?: Time;'],
    ['bytes', { ...text, format: 'byte' }, 'field?: Base64;'],
    ['text with a format', { ...text, format: 'ipv4' }, '// +validation:Format=ipv4\n  field?: string;'],
    ['an enum of strings', { ...text, enum: ['a', "it's"] }, `field?: 'a' | "it's";`],
    ['an enum of numbers', { type: 'integer', enum: [1, 2] }, '// +validation:Enum=1;2\n  field?: Integer;'],
    ['a number or text', intOrString, 'field?: IntOrString;'],
    [
      'a number or text with a pattern',
      { ...intOrString, pattern: '^[0-9]+%?$' },
      '// +validation:Pattern=`^[0-9]+%?$`\n  field?: IntOrString;',
    ],
    ['nullable text', { ...text, nullable: true }, 'field?: string | null;'],
    ['anything', { 'x-kubernetes-preserve-unknown-fields': true }, 'field?: unknown;'],
    [
      'an object with arbitrary fields',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      'field?: Record<string, unknown>;',
    ],
    [
      'an embedded resource',
      {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        'x-kubernetes-embedded-resource': true,
      },
      '// +embeddedResource\n  field?: Record<string, unknown>;',
    ],
    ['an object without fields', { type: 'object' }, 'field?: Field;\n}\n\nexport interface Field {}'],
    [
      'an object',
      object({ a: text }, { required: ['a'] }),
      'field?: Field;\n}\n\nexport interface Field {\n  a: string;\n}',
    ],
    [
      'a list',
      list(text, { minItems: 1, 'x-kubernetes-list-type': 'set' }),
      '// +validation:MinItems=1\n  // +listType=set\n  field?: string[];',
    ],
    [
      'a list of enum values on its own line',
      list({ ...text, enum: [...'abcdefghij'].map((letter) => letter.repeat(5)) }),
      `field?: (\n    ${[...'abcdefghij'].map((letter) => `'${letter.repeat(5)}'`).join(' | ')}\n  )[];`,
    ],
    [
      'a list of items that need markers',
      list({ ...text, maxLength: 9 }),
      'field?: FieldItem[];\n}\n\n// +validation:MaxLength=9\nexport type FieldItem = string;',
    ],
    ['a list of nullable text', list({ ...text, nullable: true }), 'field?: (string | null)[];'],
    ['a map of lists', map(list(text)), 'field?: Record<string, string[]>;'],
    [
      'a map of values with a description',
      map({ ...text, description: 'What it is.' }),
      '/** What it is. */\nexport type FieldItem = string;',
    ],
    [
      'text with a pattern that contains backticks',
      { ...text, pattern: '^`\\d`$' },
      '// +validation:Pattern="^`\\\\d`$"',
    ],
    ['text with a default', { ...text, default: 'a "b" */' }, '// +default="a \\"b\\" */"\n  field: string;'],
    [
      'text with a rule',
      {
        ...text,
        maxLength: 9,
        'x-kubernetes-validations': [{ rule: "self != 'a'\n&& self != 'b'", message: 'no, not this' }],
      },
      "// +validation:XValidation:rule=\"self != 'a'\\n&& self != 'b'\",message=`no, not this`",
    ],
    [
      'an object with exactly one of two fields',
      object({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      '// +validation:OneOf=[{"required":["a"]},{"required":["b"]}]\nexport interface Field {',
    ],
  ])('%s', async (_, field, written) => {
    const definition = memcached(object({ field }));
    expect(textOf(definition)).toContain(written);
    const { definitions, diagnostics } = await definitionsOfSources(
      importCustomResourceDefinition(definition),
    );
    expect(diagnostics).toEqual([]);
    expect(definitions.map(comparable)).toEqual([comparable(definition)]);
  });
});

describe('names of types', () => {
  test('come from fields, and get longer if two objects would share one', () => {
    const content = typesOf(
      object({ one: object({ pod: object({ a: text }) }), two: object({ pod: object({ b: text }) }) }),
    );
    expect(content).toContain('pod?: Pod;');
    expect(content).toContain('pod?: TwoPod;');
  });

  test('are shared by objects with equal schemas', () => {
    const probe = object({ path: text });
    const content = typesOf(
      object({ liveness: probe, readiness: { ...probe, description: 'Another text.' } }),
    );
    expect(content.match(/: Liveness;/g)).toHaveLength(2);
    expect(content.match(/interface Liveness/g)).toHaveLength(1);
  });

  test.each([
    ['items of lists get the singular name', { policies: list(object({ a: text })) }, 'policies?: Policy[];'],
    ['do not shadow JavaScript globals', { record: object({ a: text }) }, 'record?: MemcachedRecord;'],
    ['do not shadow runtime types', { condition: object({ a: text }) }, 'condition?: MemcachedCondition;'],
    [
      'properties that are not identifiers are quoted',
      { 'a-b': object({ a: text }), $ref: text },
      `'a-b'?: AB;\n  $ref?: string;`,
    ],
    ['do not start with a digit', { '3scale': object({ a: text }) }, `'3scale'?: Memcached3scale;`],
    ['omit characters of other scripts', { 名: object({ a: text }) }, `'名'?: MemcachedSpec2;`],
    [
      'constructor is a valid field name',
      { constructor: text, toString: text },
      'constructor?: string;\n  toString?: string;',
    ],
  ])('%s', (_, properties, line) => {
    expect(typesOf(object(properties as Record<string, Schema>))).toContain(line);
  });
});

test('names that say little, or that two types would share, contain the field or the kind', () => {
  const condition = (more: Schema) => object({ type: text }, more);
  const content = textOf(
    memcached(text, {
      properties: {
        ...ofEveryKind,
        spec: object({
          template: object({ spec: object({ a: text }) }),
          conditions: list(condition({ required: ['type'] })),
        }),
        status: object({ conditions: list(condition({})) }),
      },
      required: ['spec'],
    }),
  );
  expect([...content.matchAll(/export interface (\w+)/g)].map(([, name]) => name)).toEqual([
    'MemcachedSpec',
    'MemcachedTemplate',
    'TemplateSpec',
    'MemcachedCondition',
    'MemcachedStatus',
    'MemcachedStatusCondition',
    'Memcached',
  ]);
});

test('conditions of Kubernetes become Condition, whatever their descriptions say', () => {
  const { required = [], ...condition } = runtimeTypes['Condition'] ?? {};
  const described = { ...condition, required: required.toReversed(), description: 'One aspect.' };
  const content = typesOf(object({ conditions: list(described) }));
  expect(content).toContain('conditions?: Condition[];');
  expect(content).not.toContain('interface Condition');
});

test('links to documentation are kept, also that of the kind', async () => {
  const externalDocs = { url: 'https://example.com/' };
  const definition = memcached(object({ a: { ...text, externalDocs } }, { externalDocs }), {
    required: ['spec'],
    externalDocs,
  });
  const imported = importCustomResourceDefinition(definition);
  expect(imported.flatMap(({ losses }) => losses)).toEqual([]);
  const { definitions } = await definitionsOfSources(imported);
  expect(definitions.map(comparable)).toEqual([comparable(definition)]);
});

describe('a description', () => {
  test.each([
    ['with one line', 'How many.', '  /** How many. */\n  size'],
    [
      'with several lines',
      'How many.\n\nMore are faster.',
      '  /**\n   * How many.\n   *\n   * More are faster.\n   */\n  size',
    ],
    ['that would end the comment', 'A path like **/*.go', '  // A path like **/*.go\n  size'],
    ['that contains a JSDoc tag', 'Who:\n@author', '  /** Who: @author */\n  size'],
    ['that contains a marker', 'As in\n+optional', '  /** As in +optional */\n  size'],
    ['that contains the end of a description', 'One\n--- two', '  /** One --- two */\n  size'],
  ])('%s becomes a comment that reads back unchanged', async (_, description, written) => {
    const definition = memcached(object({ size: { ...text, description } }));
    expect(textOf(definition)).toContain(written);
    const { definitions } = await definitionsOfSources(importCustomResourceDefinition(definition));
    const schema = definitions[0]?.spec.versions[0]?.schema?.openAPIV3Schema;
    const read = schema?.properties?.['spec']?.properties?.['size']?.description;
    expect(read?.split(/\s+/)).toEqual(description.split(/\s+/));
  });
});

describe('the kind', () => {
  test.each<[title: string, definition: CustomResourceDefinition, base: string, members: string]>([
    ['a required spec', memcached(object({ a: text })), 'CustomResource<MemcachedSpec>', ''],
    ['an optional spec', memcached(object({ a: text }), {}), 'CustomObject', '\n  spec?: MemcachedSpec;'],
    [
      'a spec with a default',
      memcached(object({ a: text }, { default: { a: 'b' } }), {}),
      "CustomResource<MemcachedSpec>, Defaults<'spec'>",
      '\n  // +default={"a":"b"}\n  spec: MemcachedSpec;',
    ],
    [
      'a required spec with a default',
      memcached(object({ a: text }, { default: {} })),
      "CustomResource<MemcachedSpec>, Defaults<'spec'>",
      '\n  // +required\n  // +default={}\n  spec: MemcachedSpec;',
    ],
    [
      'no spec',
      memcached(text, { properties: { ...ofEveryKind, data: map(text) } }),
      'CustomObject',
      '\n  data?: Record<string, string>;',
    ],
    [
      'a status with a default',
      memcached(text, {
        properties: { ...ofEveryKind, spec: text, status: object({ a: text }, { default: { a: 'b' } }) },
        required: ['spec'],
      }),
      "CustomResource<string, MemcachedStatus>, Defaults<'status'>",
      '\n  // +default={"a":"b"}\n  status: MemcachedStatus;',
    ],
  ])('with %s', async (_, definition, base, members) => {
    expect(textOf(definition)).toContain(
      `export interface Memcached extends ${base} {\n  apiVersion: 'cache.example.com/v1';\n  kind: 'Memcached';${members}\n}`,
    );
    const { definitions, diagnostics } = await definitionsOfSources(
      importCustomResourceDefinition(definition),
    );
    expect(diagnostics).toEqual([]);
    expect(definitions.map(comparable)).toEqual([comparable(definition)]);
  });

  test('keeps rules', () => {
    const rules = { 'x-kubernetes-validations': [{ rule: "self.metadata.name != 'a'" }] };
    expect(textOf(memcached(object({ a: text }), rules))).toContain(
      '// +validation:XValidation:rule=`self.metadata',
    );
  });

  test('of another operator gets no markers and no base type for generated manifests', () => {
    const content = textOf(memcached(object({ a: text })), { own: false, doc: 'Of others.' });
    expect(content).toContain('/** Of others. */\nexport interface Memcached extends KubernetesObject {');
    expect(content).toContain('  spec: MemcachedSpec;');
  });

  test.each<[title: string, definition: CustomResourceDefinition, path: string]>([
    [
      'arbitrary additional properties',
      memcached(object({ a: { type: 'object', additionalProperties: true as unknown as Schema } })),
      '.spec.a',
    ],
    ['a default of an item', memcached(object({ a: list({ ...text, default: 'b' }) })), '.spec.a[]'],
    [
      'a field of an item',
      memcached(object({ a: list(object({ b: { description: 'Anything' } as Schema })) })),
      '.spec.a[].b',
    ],
    [
      'a default of a map value',
      memcached(object({ a: { type: 'object', additionalProperties: { ...text, default: 'b' } } })),
      '.spec.a{}',
    ],
    [
      'constraints on metadata',
      memcached(text, { properties: { metadata: object({ name: { ...text, maxLength: 9 } }), spec: text } }),
      '.metadata',
    ],
    [
      'unknown fields next to the spec',
      memcached(text, { 'x-kubernetes-preserve-unknown-fields': true }),
      '',
    ],
  ])('reports where it cannot express %s', (_, definition, path) => {
    const losses = importCustomResourceDefinition(definition).flatMap((each) => each.losses);
    expect(losses.map((each) => each.path)).toEqual([path]);
  });
});

test.each([
  ['Quantity', { ...intOrString, pattern: runtimeTypes['Quantity']?.pattern ?? '' }],
  ['IntOrString', intOrString],
  ['Double', { type: 'number' }],
  ['Time', { type: 'string', format: 'date-time' }],
])('a kind named %s uses the type of the runtime under another name', async (kind, field: Schema) => {
  const definition = memcached(object({ field }));
  const names = { kind, listKind: `${kind}List`, plural: 'things', singular: kind.toLowerCase() };
  const renamed: CustomResourceDefinition = {
    ...definition,
    metadata: { name: 'things.cache.example.com' },
    spec: { ...definition.spec, names },
  };
  const imported = importCustomResourceDefinition(renamed);
  expect(imported[0]?.content).toContain(`type ${kind} as Runtime${kind}`);
  expect(imported[0]?.content).toContain(`field?: Runtime${kind};`);
  const { definitions } = await definitionsOfSources(imported);
  expect(definitions.map(comparable)).toEqual([comparable(renamed)]);
});
