import { expect, test } from 'vitest';
import { manifestsOf, memcached } from './project.ts';

const path = 'src/api/cache/v1/memcached.ts';
const fields = `  // +validation:Minimum=1
  // +default=1
  size: Int32;
  image: string;
  ports?: { name: string; port: Int32 }[];
  // +validation:XValidation:rule="self.size() < 3",message="two tags at most"
  tags?: string[];`;
const head = 'apiVersion: cache.example.com/v1\nkind: Memcached\nmetadata:\n  name: a\nspec:\n';

/** The problems of samples: file, line:column+length, message, hint. */
async function problemsOf(
  samples: Record<string, string>,
  more: Record<string, string> = {},
): Promise<unknown[]> {
  const { diagnostics, files } = await manifestsOf({
    [path]: memcached(fields),
    ...Object.fromEntries(Object.entries(samples).map(([name, text]) => [`config/samples/${name}`, text])),
    ...more,
  });
  expect(files).not.toEqual([]);
  expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
    diagnostics.map(() => 'OPG2122 warning'),
  );
  return diagnostics.map(({ place, message, hint }) => [
    `${place?.file.slice('config/samples/'.length)}:${place?.line}:${place?.column}+${place?.length}`,
    message,
    hint,
  ]);
}

const rejected = 'the API server rejects sample a';
const change = 'change the sample, or the type and its markers';

test('accepts valid samples, and objects of other kinds', async () => {
  expect(
    await problemsOf({
      'a.yaml': `${head}  image: memcached\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: b}\ndata: 3\n`,
      'b.yml': `${head}  {image: m, size: 3, ports: [{name: p, port: 1}], tags: [x]}\n`,
      'kustomization.yaml': 'resources: [a.yaml]\npatches:\n  - path: patch.yaml\n',
      'patch.yaml': `${head}  size: 2\n`,
      'README.md': 'image: [',
    }),
  ).toEqual([]);
});

test.each<[string, string, string, string, string]>([
  [
    'a wrong type',
    '  image: memcached\n  size: one # so\n',
    'a.yaml:7:9+3',
    'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
    change,
  ],
  [
    'a value out of range',
    '  image: memcached\n  size: 0\n',
    'a.yaml:7:9+1',
    'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    change,
  ],
  ['a missing field', '  size: 1\n', 'a.yaml:5:1+4', 'spec.image: Required value', change],
  [
    'a missing field in a list',
    '  image: m\n  ports:\n    - port: 1\n',
    'a.yaml:8:7+1',
    'spec.ports[0].name: Required value',
    change,
  ],
  [
    'an unknown field',
    '  image: m\n  szie: 1\n',
    'a.yaml:7:3+4',
    'unknown field "spec.szie"',
    "did you mean 'size'?",
  ],
  [
    'an unknown field in a list',
    '  image: m\n  ports: [{name: p, port: 1, extra: 1}]\n',
    'a.yaml:7:30+5',
    'unknown field "spec.ports[0].extra"',
    'remove the field, or add it to the type',
  ],
  [
    'a CEL rule',
    '  image: m\n  tags: [a, b, c]\n',
    'a.yaml:7:3+4',
    'spec.tags: Invalid value: two tags at most',
    change,
  ],
])('reports %s at its place', async (_, spec, place, reason, hint) => {
  expect(await problemsOf({ 'a.yaml': head + spec })).toEqual([[place, `${rejected}: ${reason}`, hint]]);
});

test('reports a version that the kind does not have, an invalid name and invalid YAML', async () => {
  expect(
    await problemsOf({
      'a.yaml': `${head.replace('/v1', '/v2')}  image: m\n`,
      'b.yaml': `${head.replace('name: a', 'name: A_1')}  image: m\n`,
      'c.yaml': 'apiVersion: [',
    }),
  ).toEqual([
    [
      'a.yaml:1:13+20',
      `${rejected}: Memcached has no version cache.example.com/v2`,
      'use cache.example.com/v1',
    ],
    [
      'b.yaml:4:9+3',
      expect.stringContaining('the API server rejects sample A_1: metadata.name: Invalid value: "A_1"'),
      change,
    ],
    ['c.yaml:1:14+1', expect.stringMatching(/^invalid YAML: /), 'correct the syntax'],
  ]);
});

test('reports only unknown fields and wrong types if a defaulter may complete the object', async () => {
  const defaulter = `import type { Defaulter, Manager, Unvalidated } from '@opgen/runtime';
import { Memcached } from '../api/cache/v1/memcached.ts';

export class MemcachedDefaulter implements Defaulter<Memcached> {
  async default(_: Unvalidated<Memcached>): Promise<void> {}
}

export function setup(manager: Manager): void {
  manager.webhook(Memcached).defaultWith(new MemcachedDefaulter());
}
`;
  expect(
    await problemsOf(
      { 'a.yaml': `${head}  size: 0\n`, 'b.yaml': `${head}  size: one\n  tag: x\n` },
      { 'src/webhooks/memcached.ts': defaulter },
    ),
  ).toEqual([
    [
      'b.yaml:6:9+3',
      `${rejected}: spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"`,
      change,
    ],
    ['b.yaml:7:3+3', `${rejected}: unknown field "spec.tag"`, "did you mean 'tags'?"],
  ]);
});
