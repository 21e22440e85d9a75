import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Cause } from './support/refusal.ts';

const invalid = 'FieldValueInvalid';
const wrongType = 'FieldValueTypeInvalid';

/** A spec of a Widget, and its errors. */
const refusals: [sentence: string, spec: unknown, causes: Cause[]][] = [
  [
    'text where a number belongs',
    { size: 'big' },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "string": spec.size in body must be of type integer: "string"',
        field: 'spec.size',
      },
    ],
  ],
  [
    'a number where text belongs',
    { mode: 5 },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "integer": spec.mode in body must be of type string: "integer"',
        field: 'spec.mode',
      },
    ],
  ],
  [
    'a list where an object belongs',
    { owner: [] },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "array": spec.owner in body must be of type object: "array"',
        field: 'spec.owner',
      },
    ],
  ],
  [
    'a fraction where an integer belongs',
    { evenSize: 1.5 },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "number": spec.evenSize in body must be of type integer: "number"',
        field: 'spec.evenSize',
      },
      {
        reason: invalid,
        message: 'Invalid value: "": Checked value must be of type integer (default format) in spec.evenSize',
        field: '<nil>',
      },
      {
        reason: invalid,
        message: 'Invalid value: 1.5: spec.evenSize in body should be a multiple of 2',
        field: 'spec.evenSize',
      },
    ],
  ],
  [
    'every value of a field whose limits its format cannot represent',
    { outside: 1 },
    ['MultipleOf', 'Minimum boundary', 'Maximum boundary'].map((limit) => ({
      reason: invalid,
      message: `Invalid value: "": ${limit} value must be of type integer with format int32 in spec.outside`,
      field: '<nil>',
    })),
  ],
  [
    'null for a field with an enum, even if the enum contains null',
    { choice: null },
    [
      {
        reason: 'FieldValueNotSupported',
        message: 'Unsupported value: null: supported values: "a", "null"',
        field: 'spec.choice',
      },
    ],
  ],
  [
    'a fraction where an integer of 32 bits belongs',
    { size: 1.5 },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "float64": spec.size in body must be of type int32: "float64"',
        field: 'spec.size',
      },
      {
        reason: invalid,
        message: 'Invalid value: "": Checked value must be of type integer with format int32 in spec.size',
        field: '<nil>',
      },
    ],
  ],
  [
    'null where nothing may be null',
    { enabled: null, size: 11 },
    [
      {
        reason: invalid,
        message: 'Invalid value: 11: spec.size in body should be less than or equal to 10',
        field: 'spec.size',
      },
    ],
  ],
  [
    'a number below the minimum',
    { size: 0 },
    [
      {
        reason: invalid,
        message: 'Invalid value: 0: spec.size in body should be greater than or equal to 1',
        field: 'spec.size',
      },
    ],
  ],
  [
    'a number that must be below the maximum',
    { below: 5 },
    [
      {
        reason: invalid,
        message: 'Invalid value: 5: spec.below in body should be less than 5',
        field: 'spec.below',
      },
    ],
  ],
  [
    'a number that is no multiple',
    { evenSize: 3 },
    [
      {
        reason: invalid,
        message: 'Invalid value: 3: spec.evenSize in body should be a multiple of 2',
        field: 'spec.evenSize',
      },
    ],
  ],
  [
    'a value that is not in the enum',
    { color: 'blue' },
    [
      {
        reason: 'FieldValueNotSupported',
        message: 'Unsupported value: "blue": supported values: "red", "green"',
        field: 'spec.color',
      },
    ],
  ],
  [
    'text that does not match the pattern',
    { word: 'a1b' },
    [
      {
        reason: invalid,
        message: `Invalid value: "a1b": spec.word in body should match '^[a-z]+$'`,
        field: 'spec.word',
      },
    ],
  ],
  [
    'text that is too long',
    { word: 'abcdef' },
    [{ reason: 'FieldValueTooLong', message: 'Too long: may not be more than 5 bytes', field: 'spec.word' }],
  ],
  [
    'text that is too short',
    { word: 'a' },
    [
      {
        reason: invalid,
        message: 'Invalid value: "a": spec.word in body should be at least 2 chars long',
        field: 'spec.word',
      },
    ],
  ],
  [
    'a date that is none',
    { when: 'tomorrow' },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "tomorrow": spec.when in body must be of type date-time: "tomorrow"',
        field: 'spec.when',
      },
    ],
  ],
  [
    'an address that is none',
    { address: '1.2.3' },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "1.2.3": spec.address in body must be of type ipv4: "1.2.3"',
        field: 'spec.address',
      },
    ],
  ],
  [
    'too many items',
    { tags: ['a', 'b', 'c', 'd'] },
    [{ reason: 'FieldValueTooMany', message: 'Too many: 4: must have at most 3 items', field: 'spec.tags' }],
  ],
  [
    'too few items',
    { steps: [] },
    [
      {
        reason: invalid,
        message: 'Invalid value: 0: spec.steps in body should have at least 1 items',
        field: 'spec.steps',
      },
    ],
  ],
  [
    'an item twice in a set',
    { tags: ['a', 'a'] },
    [{ reason: 'FieldValueDuplicate', message: 'Duplicate value: "a"', field: 'spec.tags[1]' }],
  ],
  [
    'a key twice in a map list',
    {
      ports: [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
    },
    [{ reason: 'FieldValueDuplicate', message: 'Duplicate value: {"name":"a"}', field: 'spec.ports[1]' }],
  ],
  [
    'an item without a required field',
    { ports: [{ name: 'a' }] },
    [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.ports[0].port' }],
  ],
  [
    'an object without a required field',
    { owner: {} },
    [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.owner.name' }],
  ],
  [
    'too many properties',
    { quotas: { a: 1, b: 2, c: 3 } },
    [
      {
        reason: 'FieldValueTooMany',
        message: 'Too many: 3: must have at most 2 items',
        field: 'spec.quotas',
      },
    ],
  ],
  [
    'a wrong value of an additional property',
    { quotas: { a: 'one' } },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "string": spec.quotas.a in body must be of type integer: "string"',
        field: 'spec.quotas.a',
      },
    ],
  ],
  [
    'a boolean for an int-or-string',
    { port: true },
    [
      {
        reason: wrongType,
        message: 'Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
        field: 'spec.port',
      },
    ],
  ],
  [
    'an embedded resource without a kind',
    { template: { apiVersion: 'v1' } },
    [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.template.kind' }],
  ],
];

conformance('validation', (it) => {
  for (const [sentence, spec, causes] of refusals) {
    it(`rejects ${sentence}`, async (scene) => {
      const answer = await scene.post('widgets', { metadata: { name: 'a' }, spec });
      expect(
        {
          code: answer.status,
          causes: (answer.object as unknown as { details?: { causes?: Cause[] } }).details?.causes,
        },
        answer.text,
      ).toEqual({ code: 422, causes });
    });
  }

  it('contains a single error as it is', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'a' }, spec: { size: 0 } });
    expect(answer.object).toMatchObject({
      reason: 'Invalid',
      message:
        `Widget.${scene.group} "a" is invalid: spec.size: Invalid value: 0: ` +
        'spec.size in body should be greater than or equal to 1',
    });
  });

  it('contains several errors in brackets, in any order', async (scene) => {
    const answer = await scene.post('widgets', { metadata: { name: 'a' }, spec: { size: 0, color: 'blue' } });
    const color = 'spec.color: Unsupported value: "blue": supported values: "red", "green"';
    const size = 'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1';
    const prefix = `Widget.${scene.group} "a" is invalid: `;
    expect([`${prefix}[${color}, ${size}]`, `${prefix}[${size}, ${color}]`]).toContain(answer.object.message);
  });

  it('accepts both forms of an int-or-string', async (scene) => {
    const widget = await scene.create('widgets', { metadata: { name: 'a' }, spec: { port: 'http' } });
    expect(widget.spec).toMatchObject({ port: 'http' });
    const other = await scene.create('widgets', { metadata: { name: 'b' }, spec: { port: 80 } });
    expect(other.spec).toMatchObject({ port: 80 });
  });

  it('applies to updates too', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { spec: { size: 11 } });
    expect(answer.status).toBe(422);
  });
});

conformance('pruning and defaults', (it) => {
  it('prune unknown fields', async (scene) => {
    const widget = await scene.create('widgets', {
      metadata: { name: 'a' },
      spec: { size: 1, unknown: true, owner: { name: 'a', unknown: 1 } },
      unknown: 1,
    });
    expect(widget.spec).toEqual({ size: 1, mode: 'auto', owner: { name: 'a', team: 'core' } });
    expect(widget).not.toHaveProperty('unknown');
  });

  it('keep unknown fields where they are preserved', async (scene) => {
    const spec = { free: { any: { thing: [1, 'two'] } } };
    expect((await scene.create('widgets', { metadata: { name: 'a' }, spec })).spec).toMatchObject(spec);
  });

  it('keep the fields of an embedded resource', async (scene) => {
    const template = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [] } };
    const widget = await scene.create('widgets', { metadata: { name: 'a' }, spec: { template } });
    expect(widget.spec).toMatchObject({ template });
  });

  it('set a default', async (scene) => {
    expect((await scene.create('widgets', { metadata: { name: 'a' }, spec: {} })).spec).toEqual({
      mode: 'auto',
    });
  });

  it('set no default if the parent is absent', async (scene) => {
    expect(await scene.create('widgets', { metadata: { name: 'a' } })).not.toHaveProperty('spec');
  });

  it('set a default in every item of a list', async (scene) => {
    const ports = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2, protocol: 'UDP' },
    ];
    const widget = await scene.create('widgets', { metadata: { name: 'a' }, spec: { ports } });
    expect(widget.spec).toMatchObject({
      ports: [
        { name: 'a', port: 1, protocol: 'TCP' },
        { name: 'b', port: 2, protocol: 'UDP' },
      ],
    });
  });

  it('replace null with a default', async (scene) => {
    const widget = await scene.create('widgets', { metadata: { name: 'a' }, spec: { mode: null } });
    expect(widget.spec).toEqual({ mode: 'auto' });
  });

  it('keep null in a nullable field', async (scene) => {
    const widget = await scene.create('widgets', { metadata: { name: 'a' }, spec: { nullable: null } });
    expect(widget.spec).toEqual({ mode: 'auto', nullable: null });
  });

  it('set a default that a patch removes', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { mode: 'manual' } });
    const answer = await scene.patch('merge', scene.path('widgets', 'a'), { spec: { mode: null } });
    expect(answer.object.spec).toEqual({ mode: 'auto' });
  });
});
