import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Definition } from './support/install-definition.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** RE2 patterns that JavaScript does not support or interprets differently. */
const patterns: readonly [pattern: string, matching: readonly string[], others: readonly string[]][] = [
  ['(?i)^ready$', ['ready', 'READY', 'rEaDy'], ['redy', 'ready ']],
  ['(?i)k', ['k', 'K', '\u212A'], ['c']],
  ['^a(?i)b$', ['ab', 'aB'], ['Ab']],
  ['^(?i:a)b$', ['ab', 'Ab'], ['aB']],
  ['^(?-i:a)$', ['a'], ['A']],
  [String.raw`^a\z`, ['a'], ['a\n', 'ab']],
  [String.raw`\Aa$`, ['a'], ['ba', 'a\n']],
  ['^a$', ['a'], ['a\n', '\na']],
  ['(?m)^a$', ['a', 'b\na\nb'], ['ab\nba']],
  ['^a.b$', ['axb', 'a\rb', 'a\u2028b'], ['a\nb']],
  ['(?s)^a.b$', ['axb', 'a\nb'], ['ab']],
  ['^[[:alpha:]]+$', ['abcXYZ'], ['a1', 'é', ':']],
  ['^[[:^digit:]]+$', ['abc:'], ['a1']],
  ['^[[:word:]-]+$', ['a_1-b'], ['a:b']],
  [String.raw`^\pL+$`, ['aé中'], ['a1', '_']],
  [String.raw`^\p{Greek}$`, ['α'], ['a']],
  [String.raw`^\PN$`, ['a'], ['1', '\u0663']],
  [String.raw`^\s$`, [' ', '\t'], ['\u00A0', '\v']],
  [String.raw`^\d$`, ['7'], ['\u0667']],
  [String.raw`^\w+$`, ['a_9'], ['é']],
  ['^(?P<year>[0-9]{4})-(?<month>[0-9]{2})$', ['2024-05'], ['24-5']],
  ['^(?<a>x)(?P<a>y)$', ['xy'], ['x']],
  ['(?U)^a+?$', ['a', 'aa'], ['b']],
  [String.raw`^\Qa.b\E$`, ['a.b'], ['axb']],
  [String.raw`^\x{1F600}$`, ['😀'], ['x']],
  ['^.$', ['😀', 'é'], ['ab']],
  [String.raw`^\a$`, ['\u0007'], ['a']],
  [String.raw`^\101$`, ['A'], ['101']],
  ['^[]a]+$', [']a'], ['b']],
  ['^a{,2}$', ['a{,2}'], ['a', 'aa']],
  ['^[a-c-e]$', ['a', 'e', '-'], ['d']],
  [String.raw`^\-\_\"$`, ['-_"'], ['-']],
  [String.raw`\bfoo\b`, ['a foo.'], ['afoo', 'foo1']],
  [String.raw`\Bo\b`, ['foo'], ['o']],
  ['^(a|ab)(c|bcd)$', ['abcd', 'ac'], ['abd']],
  ['^(a*)*$', ['', 'aa'], ['b']],
  ['a||b', ['', 'x'], []],
];

const refused: readonly [pattern: string, because: string][] = [
  ['^(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['^(?!a)', 'invalid or unsupported Perl syntax: `(?!`'],
  ['(?<=a)b', 'invalid named capture: `(?<=a)b`'],
  ['(?<!a)b', 'invalid named capture: `(?<!a)b`'],
  [String.raw`(a)\1`, String.raw`invalid escape sequence: ${'`'}\1${'`'}`],
  [String.raw`\Z`, String.raw`invalid escape sequence: ${'`'}\Z${'`'}`],
  [String.raw`\cA`, String.raw`invalid escape sequence: ${'`'}\c${'`'}`],
  [String.raw`[\b]`, String.raw`invalid escape sequence: ${'`'}\b${'`'}`],
  ['(?<a-b>x)', 'invalid named capture: `(?<a-b>`'],
  ['(?<a', 'invalid named capture: `(?<a`'],
  ['(?x)a', 'invalid or unsupported Perl syntax: `(?x`'],
  ['[[:letter:]]', 'invalid character class range: `[:letter:]`'],
  [String.raw`\p{Klingon}`, String.raw`invalid character class range: ${'`'}\p{Klingon}${'`'}`],
  [String.raw`\p{Grek}`, String.raw`invalid character class range: ${'`'}\p{Grek}${'`'}`],
  [String.raw`\p{Old_Italic}`, String.raw`invalid character class range: ${'`'}\p{Old_Italic}${'`'}`],
  ['a**', 'invalid nested repetition operator: `**`'],
  ['[z-a]', 'invalid character class range: `z-a`'],
  ['a{2,1}', 'invalid repeat count: `{2,1}`'],
  ['(a{100}){11}', 'invalid repeat count: `{11}`'],
  ['a)', 'unexpected ): `a)`'],
];

const fields = Object.fromEntries(
  patterns.map(([pattern], index) => [`field${index}`, { type: 'string', pattern }]),
);

const define = (scene: Scene, properties: object): Promise<Answer> =>
  scene.send('POST', definitions, definition(scene, properties));

function definition(scene: Scene, properties: object): Definition {
  const group = `${scene.namespace}.${scene.group}`;
  const spec = { type: 'object', properties };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `caches.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'caches', kind: 'Cache' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
}

const cachesIn = (scene: Scene): string =>
  `/apis/${scene.namespace}.${scene.group}/v1/namespaces/${scene.namespace}/caches`;

/** Creates an object with a string in each field, and returns the fields with errors. */
async function refusedFields(scene: Scene, texts: readonly (string | undefined)[]): Promise<string[]> {
  const spec = Object.fromEntries(
    texts.flatMap((text, index) => (text === undefined ? [] : [[`field${index}`, text]])),
  );
  const answer = await scene.send('POST', `${cachesIn(scene)}?dryRun=All`, {
    apiVersion: `${scene.namespace}.${scene.group}/v1`,
    kind: 'Cache',
    metadata: { name: 'main' },
    spec,
  });
  if (answer.status === 201) return [];
  expect(answer.status, answer.text).toBe(422);
  const { details } = answer.object as unknown as { details: { causes: { field: string }[] } };
  return details.causes.map(({ field }) => field).toSorted();
}

/** The nth string for each pattern, if there is one. */
function rounds(texts: readonly (readonly string[])[]): (string | undefined)[][] {
  const most = Math.max(...texts.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) => texts.map((each) => each[round]));
}

conformance('patterns', (it) => {
  it('use the syntax of RE2', async (scene) => {
    await scene.install(definition(scene, fields));
    for (const texts of rounds(patterns.map(([, matching]) => matching)))
      expect(await refusedFields(scene, texts)).toEqual([]);
    for (const texts of rounds(patterns.map(([, , others]) => others))) {
      const given = texts.flatMap((text, index) => (text === undefined ? [] : [`spec.field${index}`]));
      expect(await refusedFields(scene, texts)).toEqual(given.toSorted());
    }
  });

  it('with other syntax are rejected', async (scene) => {
    const properties = Object.fromEntries(
      refused.map(([pattern], index) => [`field${index}`, { type: 'string', pattern }]),
    );
    const answer = await define(scene, properties);
    expect(answer.status, answer.text).toBe(422);
    const { details } = answer.object as unknown as {
      details: { causes: { field: string; message: string }[] };
    };
    const reasons = details.causes.map(({ field, message }) => [
      /properties\[(field\d+)\]\.pattern$/.exec(field)?.[1],
      message.replace(/^.*error parsing regexp: /s, ''),
    ]);
    const expected = refused.map(([, because], index) => [`field${index}`, because]);
    expect(reasons.toSorted()).toEqual(expected.toSorted());
  });

  it('may contain full category names', async (scene) => {
    const answer = await define(scene, { letters: { type: 'string', pattern: String.raw`^\p{Letter}$` } });
    expect(answer.status, answer.text).toBe(201);
  });
});
