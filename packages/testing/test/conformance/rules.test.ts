import { isAtLeast } from '@opgen/rules/builtin';
import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Definition } from './support/install-definition.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The CRD of Caches in a group for this case. */
function definition(scene: Scene, ...specs: readonly object[]): Definition {
  const group = `${scene.namespace}.${scene.group}`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `caches.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'caches', kind: 'Cache' },
      versions: specs.map((spec, index) => ({
        name: `v${index + 1}`,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      })),
    },
  };
}

const define = (scene: Scene, ...specs: readonly object[]): Promise<Answer> =>
  scene.send('POST', definitions, definition(scene, ...specs));

const cachesIn = (scene: Scene): string =>
  `/apis/${scene.namespace}.${scene.group}/v1/namespaces/${scene.namespace}/caches`;

/** Installs the CRD and waits until Caches are served. */
const served = (scene: Scene, spec: object): Promise<void> => scene.install(definition(scene, spec));

const cache = (scene: Scene, spec: unknown, metadata: object = {}): object => ({
  apiVersion: `${scene.namespace}.${scene.group}/v1`,
  kind: 'Cache',
  metadata: { name: 'main', ...metadata },
  spec,
});

const create = (scene: Scene, spec: unknown): Promise<Answer> =>
  scene.send('POST', cachesIn(scene), cache(scene, spec));

/** Creates a Cache and updates its spec. */
async function change(scene: Scene, before: object, after: object): Promise<Answer> {
  const created = await create(scene, before);
  expect(created.status, created.text).toBe(201);
  const { resourceVersion } = created.object.metadata;
  return scene.put(`${cachesIn(scene)}/main`, cache(scene, after, { resourceVersion }));
}

const causesOf = ({ object }: Answer): unknown =>
  (object as unknown as { details?: { causes?: unknown } }).details?.causes ?? object;

const fields = {
  size: { type: 'integer' },
  name: { type: 'string', maxLength: 20 },
  mode: { type: 'string', maxLength: 20 },
  words: { type: 'array', items: { type: 'string' } },
};

const spec = (rules: readonly object[], properties: object = fields): object => ({
  type: 'object',
  properties,
  'x-kubernetes-validations': rules,
});

const at = 'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0]';
const shown = (rule: string): string =>
  `Invalid value: {"Rule":"${rule.replaceAll('>', String.raw`\u003e`)}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}`;

conformance('rules', (it) => {
  it('must compile', async (scene) => {
    const rule = 'self.sise > 1';
    expect(causesOf(await define(scene, spec([{ rule }])))).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: `${at}.rule`,
        message: `${shown(rule)}: compilation failed: ERROR: <input>:1:5: undefined field 'sise'\n | ${rule}\n | ....^`,
      },
    ]);
  });

  for (const [rule, missing, since] of [
    ["semver('1.0.0').major() == 1", 'semver', '1.34'],
    ['[2, 1].sort() == [1, 2]', 'sort', '1.35'],
  ] as const)
    it(`may call ${missing} in ${since} and later`, async (scene) => {
      const validations = [{ rule }];
      const answer = await define(scene, { type: 'object', 'x-kubernetes-validations': validations });
      if (isAtLeast(await scene.minor(), since)) expect(answer.status, answer.text).toBe(201);
      else {
        expect(answer.status).toBe(422);
        expect(answer.object.message).toContain(`undeclared reference to '${missing}'`);
      }
      await scene.delete(`${definitions}/caches.${scene.namespace}.${scene.group}`);
    });

  it('must return a boolean', async (scene) => {
    expect(causesOf(await define(scene, spec([{ rule: 'self.size' }])))).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: `${at}.rule`,
        message: `${shown('self.size')}: cel expression must evaluate to a bool`,
      },
    ]);
  });

  it('must not exceed the cost limit', async (scene) => {
    const rule = 'self.words.all(a, self.words.all(b, a == b))';
    const advice =
      '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
    expect(causesOf(await define(scene, spec([{ rule }])))).toEqual([
      {
        reason: 'FieldValueForbidden',
        field: `${at}.rule`,
        message: `Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
      },
      {
        reason: 'FieldValueForbidden',
        field: `${at}.rule`,
        message:
          'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      },
      {
        reason: 'FieldValueForbidden',
        field: 'spec.validation.openAPIV3Schema',
        message: `Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${advice}`,
      },
    ]);
  });

  it('are named with their version when versions differ', async (scene) => {
    const answer = await define(scene, spec([]), spec([{ rule: 'self.sise > 1' }]));
    expect(causesOf(answer)).toMatchObject([
      { field: 'spec.versions[1].schema.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule' },
    ]);
  });

  it('must have messages of the right type', async (scene) => {
    const rules = [
      { rule: ' ' },
      { rule: 'true', message: ' ' },
      { rule: 'true', message: 'a\nb' },
      { rule: 'true\n|| false' },
      { rule: 'true', messageExpression: ' ' },
      { rule: 'true', reason: 'FieldValueUnknown' },
      { rule: 'true', fieldPath: '.nowhere' },
    ];
    const here = 'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations';
    const cause = (field: string, reason: string, message: string): object => ({
      reason,
      field: `${here}${field}`,
      message,
    });
    expect(causesOf(await define(scene, spec(rules)))).toEqual([
      cause('[0].rule', 'FieldValueRequired', 'Required value: rule is not specified'),
      cause('[1].message', 'FieldValueInvalid', 'Invalid value: " ": must be non-empty if specified'),
      cause(
        '[2].message',
        'FieldValueInvalid',
        String.raw`Invalid value: "a\nb": must not contain line breaks`,
      ),
      cause(
        '[3].message',
        'FieldValueRequired',
        'Required value: message must be specified if rule contains line breaks',
      ),
      cause(
        '[4].messageExpression',
        'FieldValueRequired',
        'Required value: messageExpression must be non-empty if specified',
      ),
      cause(
        '[5].reason',
        'FieldValueNotSupported',
        'Unsupported value: "FieldValueUnknown": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
      ),
      cause('[6].fieldPath', 'FieldValueInvalid', 'Invalid value: ".nowhere": must be a valid path'),
    ]);
  });

  it('use oldSelf only where the old value can be found', async (scene) => {
    const items = { type: 'array', maxItems: 3, items: spec([{ rule: 'self == oldSelf' }]) };
    const answer = await define(scene, spec([], { items }));
    const within = 'spec.validation.openAPIV3Schema.properties[spec].properties[items]';
    expect(causesOf(answer)).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: `${within}.items.x-kubernetes-validations[0].rule`,
        message: `Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${within}`,
      },
    ]);
  });

  it('need oldSelf for optionalOldSelf', async (scene) => {
    const answer = await define(scene, spec([{ rule: 'self.size > 1', optionalOldSelf: true }]));
    expect(causesOf(answer)).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: `${at}.optionalOldSelf`,
        message: 'Invalid value: true: may not be set if oldSelf is not used in rule',
      },
    ]);
  });

  it('are not allowed for values of unknown type', async (scene) => {
    const rule = {
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-validations': [{ rule: 'true' }],
    };
    expect(causesOf(await define(scene, rule))).toEqual([
      {
        reason: 'InternalError',
        field: 'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations',
        message:
          'Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
      },
    ]);
  });

  it('apply to defaults', async (scene) => {
    const size = { type: 'integer', default: 1, 'x-kubernetes-validations': [{ rule: 'self > 1' }] };
    const part = {
      ...spec([{ rule: 'self.size > 0' }], { size: { type: 'integer', default: 1 } }),
      default: {},
    };
    const within = 'spec.validation.openAPIV3Schema.properties[spec].properties';
    const causes = causesOf(await define(scene, spec([], { size, part }))) as object[];
    expect(new Set(causes)).toEqual(
      new Set([
        {
          reason: 'FieldValueInvalid',
          field: `${within}[size].default`,
          message: 'Invalid value: 1: failed rule: self > 1',
        },
        {
          reason: 'FieldValueInvalid',
          field: `${within}[part].default`,
          message: 'Invalid value: "object": no such key: size evaluating rule: self.size > 0',
        },
      ]),
    );
  });

  it('reject an object', async (scene) => {
    await served(scene, spec([{ rule: 'self.size > 1' }]));
    expect(causesOf(await create(scene, { size: 1 }))).toEqual([
      { reason: 'FieldValueInvalid', field: 'spec', message: 'Invalid value: failed rule: self.size > 1' },
    ]);
  });

  it('accept an object', async (scene) => {
    await served(scene, spec([{ rule: 'self.size > 1' }]));
    expect((await create(scene, { size: 2 })).status).toBe(201);
  });

  it('return their own message, reason and field', async (scene) => {
    const rules = [
      { rule: 'self.size > 1', message: 'too small', fieldPath: '.size', reason: 'FieldValueForbidden' },
      { rule: "self.name == 'a'", messageExpression: "'not ' + self.name", reason: 'FieldValueRequired' },
      { rule: "self.mode == 'a'", messageExpression: "''", message: 'no mode', fieldPath: '.mode' },
    ];
    await served(scene, spec(rules));
    expect(causesOf(await create(scene, { size: 1, name: 'b', mode: 'c' }))).toEqual([
      { reason: 'FieldValueForbidden', field: 'spec.size', message: 'Forbidden: too small' },
      { reason: 'FieldValueRequired', field: 'spec', message: 'Required value: not b' },
      { reason: 'FieldValueInvalid', field: 'spec.mode', message: 'Invalid value: no mode' },
    ]);
  });

  it('on scalars show the value', async (scene) => {
    const size = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1' }] };
    const name = { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: "self == 'a'" }] };
    await served(scene, spec([], { size, name }));
    const causes = causesOf(await create(scene, { size: 1, name: 'b' }));
    expect(new Set(causes as object[])).toEqual(
      new Set([
        {
          reason: 'FieldValueInvalid',
          field: 'spec.size',
          message: 'Invalid value: 1: failed rule: self > 1',
        },
        {
          reason: 'FieldValueInvalid',
          field: 'spec.name',
          message: 'Invalid value: "b": failed rule: self == \'a\'',
        },
      ]),
    );
  });

  it('whose evaluation fails reject the object', async (scene) => {
    await served(scene, spec([{ rule: 'self.size > 1' }]));
    expect(causesOf(await create(scene, {}))).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'spec',
        message: 'Invalid value: "object": no such key: size evaluating rule: self.size > 1',
      },
    ]);
  });

  it('are skipped when the object does not match its schema', async (scene) => {
    await served(scene, spec([{ rule: 'self.size > 1' }]));
    expect(causesOf(await create(scene, { size: 'one' }))).toEqual([
      {
        reason: 'FieldValueTypeInvalid',
        field: 'spec.size',
        message: 'Invalid value: "string": spec.size in body must be of type integer: "string"',
      },
      {
        reason: 'FieldValueInvalid',
        field: '<nil>',
        message:
          'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
      },
    ]);
  });

  it('can use the name of the object', async (scene) => {
    const unnamed = definition(scene);
    await scene.install({
      ...unnamed,
      spec: {
        ...unnamed.spec,
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                'x-kubernetes-validations': [{ rule: "self.metadata.name.startsWith('cache-')" }],
              },
            },
          },
        ],
      },
    });
    expect(causesOf(await create(scene, undefined))).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: '<nil>',
        message: "Invalid value: failed rule: self.metadata.name.startsWith('cache-')",
      },
    ]);
  });

  it('with oldSelf apply only to updates', async (scene) => {
    await served(scene, spec([{ rule: 'self.size >= oldSelf.size', message: 'only grows' }]));
    expect(causesOf(await change(scene, { size: 3 }, { size: 2 }))).toEqual([
      { reason: 'FieldValueInvalid', field: 'spec', message: 'Invalid value: only grows' },
    ]);
  });

  it('with oldSelf compare list items by their keys', async (scene) => {
    const items = {
      type: 'array',
      maxItems: 5,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        ...spec([{ rule: 'self.size >= oldSelf.size' }], {
          name: { type: 'string', maxLength: 9 },
          size: { type: 'integer' },
        }),
        required: ['name'],
      },
    };
    await served(scene, spec([], { items }));
    const before = [
      { name: 'a', size: 1 },
      { name: 'b', size: 5 },
    ];
    const after = [
      { name: 'b', size: 4 },
      { name: 'c', size: 0 },
      { name: 'a', size: 1 },
    ];
    expect(causesOf(await change(scene, { items: before }, { items: after }))).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'spec.items[0]',
        message: 'Invalid value: failed rule: self.size >= oldSelf.size',
      },
    ]);
  });

  it('with optionalOldSelf apply to creates too', async (scene) => {
    const rule = 'oldSelf.hasValue() || self.size == 1';
    await served(scene, spec([{ rule, optionalOldSelf: true }]));
    expect((await create(scene, { size: 2 })).status).toBe(422);
    expect((await change(scene, { size: 1 }, { size: 2 })).status).toBe(200);
  });

  it('tolerate unchanged invalid values', async (scene) => {
    const part = spec([], { size: { type: 'integer' } });
    const loose = spec([], { part, other: { type: 'string' } });
    await served(scene, loose);
    const created = await create(scene, { part: { size: 1 } });
    expect(created.status, created.text).toBe(201);
    const strict = spec([], {
      part: spec([{ rule: 'self.size > 1' }], { size: { type: 'integer' } }),
      other: { type: 'string' },
    });
    const name = `caches.${scene.namespace}.${scene.group}`;
    const { object: stored } = await scene.get(`${definitions}/${name}`);
    const { resourceVersion } = stored.metadata;
    const next = definition(scene, strict) as { metadata: object };
    const changed = await scene.put(`${definitions}/${name}`, {
      ...next,
      metadata: { ...next.metadata, resourceVersion },
    });
    expect(changed.status, changed.text).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await scene.send(
              'POST',
              `${cachesIn(scene)}?dryRun=All`,
              cache(scene, { part: { size: 1 } }, { name: 'probe' }),
            )
          ).status,
      )
      .toBe(422);
    const put = async (value: object): Promise<Answer> => {
      const { object } = await scene.get(`${cachesIn(scene)}/main`);
      const version = object.metadata.resourceVersion;
      return scene.put(`${cachesIn(scene)}/main`, cache(scene, value, { resourceVersion: version }));
    };
    const tolerated = await put({ part: { size: 1 }, other: 'x' });
    expect(tolerated.status, tolerated.text).toBe(200);
    expect(tolerated.headers['warning']).toBe('299 - "spec.part: Invalid value: failed rule: self.size > 1"');
    expect((await put({ part: { size: 0 }, other: 'x' })).status).toBe(422);
  });
});
