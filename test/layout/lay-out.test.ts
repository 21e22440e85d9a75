/** What `layOut` does to long lines is what Prettier would do, for everything that opgen writes. */
import * as fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { layOut } from '../../src/layout/lay-out.ts';
import { printWidth } from '../../src/layout/print-width.ts';

function byPrettier(text: string): Promise<string> {
  return format(text, { parser: 'typescript', singleQuote: true, trailingComma: 'all', printWidth });
}

/** `$a`, `$b` and `$c` are names; `~` is a path or another text. */
const statements: Readonly<Record<string, string>> = {
  'named imports': "import { defineKind, type $a, $b, type $c } from './~.ts';\n",
  'a function': 'export function setup$a$bController(manager: Manager): void {\n  manager.start();\n}\n',
  'a function with several parameters':
    'export function observed($a: $b, deployment: Deployment): $cStatus {\n  return $a;\n}\n',
  'a generic result': 'export function desired($a: $b, image: string): Apply<$c> {\n  return $a;\n}\n',
  methods:
    'export class Defaulter {\n' +
    '  async default($a: $b, { log }: AdmissionContext<$c>): Promise<void> {\n    log.debug($a);\n  }\n' +
    '\n  toHub({ spec, status }: $a): Converted<$b> {\n    return spec;\n  }\n' +
    '\n  async validate(old: $a, $b: $a, { log }: AdmissionContext<$c>): Promise<void> {\n    return old;\n  }\n}\n',
  'an interface': "export interface $a extends CustomResource<$bSpec, $cStatus> {\n  kind: '$a';\n}\n",
  'a class': 'export class $aConverter implements Converter<$b, $c> {\n  $a = 1;\n}\n',
  'a member of a member': 'const object = {\n  key: $a.$b.$c,\n  name: $b.$c,\n};\n',
  'a call with a body below':
    "export const $a = defineKind<$a>({\n  apiVersion: '~/v1',\n  kind: '$b',\n});\n",
  'a constant with a type': 'const $a: $b<$c> = new $c(this.$a);\n',
  'a string': "const defaultImage = '~';\n",
  'a property': "const object = {\n  apiVersion: '~',\n  name: $a.metadata.name,\n  key: $b,\n};\n",
  'a short property': "const object = {\n  kind: '~',\n  spec: $a.$b.$c,\n};\n",
  'a list':
    "const object = {\n  command: ['~', '$a', '~'],\n  ownerReferences: [controllerReference($a)],\n};\n",
  'an object': "const labels = { 'app.kubernetes.io/name': '~', 'app.kubernetes.io/instance': $a };\n",
  'an object with others in it': "const labels = { ...$a, name: '~', spec: { replicas: 1, image: '$b' } };\n",
  arguments: 'const { spec } = await this.#client.find($a, request);\n',
  'arguments that are calls': 'await this.#client.patchStatus($a, $b, observedStatus($c));\n',
  'one argument': 'const $a = await $b.get($c);\n',
  'one argument of a function': "const $a = $bNamed('sample');\n",
  'arguments of a constructor': 'const validator = new $aValidator(cluster.client);\n',
  'a last argument that is an object':
    "await client.create($a, { metadata: key, spec: $bNamed('~').spec });\n",
  'a last argument with a spread': 'await client.create($a, { ...sample!, $b });\n',
  'only an object as argument': "log.info('reconciled', { generation: $a.metadata.generation });\n",
  'a first argument that is long': 'await roundTrips(new $aConverter(), { hub: $b, spoke: $c, crds });\n',
  'a list of results': "const [sample] = await samplesOf($a, { crds: '~', count: 50 });\n",
  'a spy': "const spy = vi.spyOn($aValidator.prototype, 'validateCreate');\n",
  'a template literal': 'this.#events.normal($a, $b, `${status.readyReplicas} replicas are ready`);\n',
  'a default': "const image = process.env['$a'] ?? $b;\n",
  'a condition': "if ($a && !isTrue($b.status?.conditions, '$c')) {\n  stop();\n}\n",
  'a chain of three calls':
    "manager.controller('$a').for($b).reconcileWith(new $cReconciler(manager.client));\n",
  'a chain of two calls':
    "manager.webhook($a).validateWith(new $bValidator(manager.client), { path: '~' });\n",
  'a chain with two arguments': 'manager.conversion($a).spoke($b, new $cConverter());\n',
  'a union': "export type $a = '$b' | '~' | '$c';\n",
  'an alias': 'export type $a = $b;\n',
  'an alias with arguments': 'export type $a = Record<string, $b>;\n',
  members:
    "export interface A {\n  $a?: '$b' | '$c' | '~';\n  list: ('$b' | '$c')[];\n  map: Record<string, '$a' | $b>;\n" +
    "  or: $a | null;\n  maps?: Record<string, Record<string, $a>[]>;\n  nullable: '$a' | null;\n}\n",
};

/** Only the length of a name decides where a line breaks. A kind has at most 63 characters. */
const named = (first: string, max = 75): fc.Arbitrary<string> =>
  fc.noBias(fc.integer({ min: 0, max })).map((length) => first + 'x'.repeat(length));

describe('a line that may be too long', () => {
  test.each(Object.entries(statements))('%s', async (_, statement) => {
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(named('A'), named('B'), named('C'), named('p', 110), async ($a, $b, $c, path) => {
        const flat = statement
          .replaceAll('$a', $a)
          .replaceAll('$b', $b)
          .replaceAll('$c', $c)
          .replaceAll('~', path);
        if (layOut(flat) !== flat) broken++;
        expect(layOut(flat)).toBe(await byPrettier(flat));
      }),
      { numRuns: 50 },
    );
    // Otherwise the property says nothing.
    expect(broken).toBeGreaterThan(0);
  });
});
