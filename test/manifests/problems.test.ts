import { expect, test } from 'vitest';
import { manifestsOf, memcached } from './project.ts';

const path = 'src/api/cache/v1/memcached.ts';

/** The problems of a Memcached with these spec fields: code, line:column, message, hint. */
async function problemsOf(fields: string, more?: string): Promise<(string | undefined)[][]> {
  const { diagnostics } = await manifestsOf({ [path]: memcached(fields, more) });
  return diagnostics.map(({ code, place, message, hint }) => [
    code,
    `${place?.line}:${place?.column}`,
    message,
    hint,
  ]);
}

test.each<[string, string, (string | undefined)[]]>([
  [
    'an unknown marker',
    '  // +validation:Minimun=1\n  size: Int32;',
    ['OPG1101', '4:6', 'unknown marker +validation:Minimun', "did you mean '+validation:Minimum'?"],
  ],
  [
    'an unknown marker with the kubebuilder prefix',
    '  // +kubebuilder:validation:MaxLenght=3\n  image: string;',
    [
      'OPG1101',
      '4:6',
      'unknown marker +kubebuilder:validation:MaxLenght',
      "did you mean '+validation:MaxLength'?",
    ],
  ],
  [
    'a misspelt marker without a value',
    '  // +optinal\n  size: Int32;',
    ['OPG1109', '4:6', '+optinal is not a marker', "did you mean '+optional'?"],
  ],
  [
    'a value that is not a number',
    '  // +validation:Minimum=one\n  size: Int32;',
    [
      'OPG1102',
      '4:26',
      "+validation:Minimum: expected a number, found 'one'",
      'for example: // +validation:Minimum=1',
    ],
  ],
  [
    'a missing value',
    '  // +validation:Minimum\n  size: Int32;',
    ['OPG1104', '4:7', '+validation:Minimum: its value is missing', 'for example: // +validation:Minimum=1'],
  ],
  [
    'text after a marker',
    '  // +optional, since 1.2\n  size: Int32;',
    ['OPG1102', '4:15', '+optional: it takes no argument, so nothing may follow it', undefined],
  ],
  [
    'a pattern that needs quotes',
    '  // +validation:Pattern=^[a-z]{1,3}$\n  image: string;',
    [
      'OPG1102',
      '4:34',
      "+validation:Pattern: expected nothing after the value, found ',3}$'",
      'put a value that contains , ; or } in double quotes or backticks',
    ],
  ],
  [
    'a misspelt value',
    '  // +listType=mapp\n  conditions: Condition[];',
    ['OPG1102', '4:16', "+listType: 'mapp' is not one of atomic, set, map", "did you mean 'map'?"],
  ],
  [
    'a kind marker above a field',
    '  // +subresource:status\n  size: Int32;',
    [
      'OPG1105',
      '4:6',
      '+subresource:status must be above the interface of a kind, but it is above the field size',
      'for example: // +subresource:status',
    ],
  ],
  [
    'a marker with nothing below it',
    '  size: Int32;\n  // +validation:Minimum=1',
    [
      'OPG1106',
      '5:6',
      '+validation:Minimum must be above a field or a type, but it is above nothing',
      'for example: // +validation:Minimum=1',
    ],
  ],
  [
    'a marker after code on the same line',
    '  size: Int32; // +default=1',
    [
      'OPG1107',
      '4:19',
      '+default follows code on the same line, where opgen ignores markers',
      'move it to a separate line above the declaration',
    ],
  ],
  [
    'a marker with two values',
    '  // +default=1\n  // +default=2\n  size: Int32;',
    [
      'OPG1108',
      '5:6',
      '+default=2 above the field size conflicts with +default=1 in line 4',
      'remove one of them',
    ],
  ],
  [
    'two values under two names of a marker',
    '  // +k8s:minimum=1\n  // +kubebuilder:validation:Minimum=2\n  size: Int32;',
    [
      'OPG1108',
      '5:6',
      '+kubebuilder:validation:Minimum=2 above the field size conflicts with +k8s:minimum=1 in line 4',
      'remove one of them',
    ],
  ],
  [
    'a marker that the API server rejects',
    '  // +validation:UniqueItems=true\n  tags: string[];',
    [
      'OPG1110',
      '4:6',
      'the API server rejects uniqueItems, because validating it is too expensive',
      'write +listType=set, or +listType=map with +listMapKey for objects',
    ],
  ],
  [
    'a string limit on a number',
    '  // +validation:MinLength=1\n  size: Int32;',
    [
      'OPG1111',
      '4:6',
      '+validation:MinLength applies to text, but size is of type integer',
      'remove the marker, or change the type',
    ],
  ],
  [
    'values listed both in the type and in a marker',
    "  // +validation:Enum=A;B\n  mode: 'A' | 'B' | 'C';",
    [
      'OPG1112',
      '4:6',
      '+validation:Enum cannot be applied to mode: its type lists other values',
      'remove the marker, or narrow the type',
    ],
  ],
  [
    'the type number',
    '  size: number;',
    [
      'OPG1204',
      '4:9',
      'number becomes an integer without a format',
      "use Int32, Int64, Double, or Integer to confirm it, from '@opgen/runtime'",
    ],
  ],
  ['an unknown type', '  size: Int23;', ['OPG1202', '4:9', 'unknown type Int23', "did you mean 'Int32'?"]],
  [
    'a function',
    '  run: () => void;',
    [
      'OPG1201',
      '4:8',
      'a function has no schema',
      'JSON has no functions: remove it, or move it to a separate type',
    ],
  ],
  ['any', '  extra: any;', ['OPG1201', '4:10', 'any has no schema', 'use unknown to accept every value']],
  [
    'a default of the wrong type',
    '  // +default=1\n  image: string;',
    [
      'OPG2102',
      '4:6',
      'the default of image is not valid: must be of type string: "integer"',
      'write +default="1"',
    ],
  ],
  [
    'a default outside the limits',
    '  // +validation:Maximum=5\n  // +default=9\n  size: Int32;',
    ['OPG2102', '5:6', 'the default of size is not valid: 9 should be less than or equal to 5', undefined],
  ],
  [
    'a default that does not match a pattern with the syntax of RE2',
    '  // +validation:Pattern=`^(?i)[[:alpha:]]+\\z`\n  // +default="k8s"\n  name: string;',
    [
      'OPG2102',
      '5:6',
      'the default of name is not valid: "k8s" should match \'^(?i)[[:alpha:]]+\\z\'',
      undefined,
    ],
  ],
  [
    'a pattern that RE2 does not support',
    '  // +validation:Pattern=`^(?!kube-)`\n  name: string;',
    [
      'OPG2104',
      '4:6',
      "RE2 does not support '(?!'",
      'the API server uses RE2: no lookaround, no backreferences, \\x{…} instead of \\u',
    ],
  ],
  [
    'limits that no value satisfies',
    '  // +validation:Minimum=5\n  // +validation:Maximum=1\n  size: Int32;',
    ['OPG2105', '4:6', 'no value satisfies both minimum 5 and maximum 1', 'swap the two limits'],
  ],
  [
    'a limit out of range for the format of an integer',
    '  // +validation:Maximum=4294967296\n  size: Int32;',
    [
      'OPG2105',
      '4:6',
      'the API server rejects every value: maximum 4294967296 is out of range for int32',
      'remove the marker if the range of the type is the limit, or use another limit',
    ],
  ],
  [
    'a limit out of range, without the default that it rejects',
    '  // +validation:Maximum=4294967296\n  // +default=1\n  size: Int32;',
    [
      'OPG2105',
      '4:6',
      'the API server rejects every value: maximum 4294967296 is out of range for int32',
      'remove the marker if the range of the type is the limit, or use another limit',
    ],
  ],
  [
    'a limit that would be rounded',
    '  // +validation:Maximum=9223372036854775807\n  size: Int64;',
    [
      'OPG1102',
      '4:26',
      '+validation:Maximum: 9223372036854775807 would be rounded to 9223372036854776000',
      'remove it, or use a smaller number',
    ],
  ],
  [
    'a default that would be rounded',
    '  // +default={"least": [1, 9007199254740993], "name": "9007199254740993"}\n  limits: Record<string, unknown>;',
    [
      'OPG1102',
      '4:29',
      '+default: 9007199254740993 would be rounded to 9007199254740992',
      'JavaScript represents integers exactly up to 9007199254740991; use text for larger ones',
    ],
  ],
  [
    'an accepted value that would be rounded, in a marker',
    '  // +validation:Enum=1;9007199254740993\n  size: Int64;',
    [
      'OPG1102',
      '4:25',
      '+validation:Enum: 9007199254740993 would be rounded to 9007199254740992',
      'JavaScript represents integers exactly up to 9007199254740991; use text for larger ones',
    ],
  ],
  [
    'an accepted value that would be rounded, in a type',
    '  size: 1 | 9_007_199_254_740_993;',
    [
      'OPG1201',
      '4:13',
      'the integer 9_007_199_254_740_993 has no schema',
      'it would be rounded to 9007199254740992: JavaScript represents integers exactly up to 9007199254740991; use text for larger ones',
    ],
  ],
  [
    'an accepted value out of range for the format of an integer',
    '  // +validation:Enum=1;4294967296\n  size: Int32;',
    [
      'OPG2103',
      '4:6',
      '4294967296 can never be a value of size, which has the format int32',
      'list only values that it can have',
    ],
  ],
  [
    'a default out of range for the format of an integer',
    '  // +default={size: 4294967296}\n  inner: { size: Int32 };',
    [
      'OPG2102',
      '4:6',
      'the default of inner is not valid: size: out of range for integer with format int32',
      undefined,
    ],
  ],
  [
    'a default that repeats an item of a set',
    '  // +listType=set\n  // +default={a,b,a}\n  zones: string[];',
    ['OPG2102', '5:6', 'the default of zones is not valid: [2]: Duplicate value: "a"', undefined],
  ],
  [
    'a malformed marker, without its consequences',
    '  // +listType=map\n  // +listMapKey\n  conditions: Condition[];',
    ['OPG1104', '5:7', '+listMapKey: its value is missing', 'for example: // +listMapKey=type'],
  ],
  [
    'a key that the items lack',
    '  // +listType=map\n  // +listMapKey=name\n  conditions: Condition[];',
    [
      'OPG2101',
      '5:6',
      "the items have no property 'name'",
      'the items have lastTransitionTime, message, observedGeneration, reason, status, type',
    ],
  ],
  [
    'a list map without a key',
    '  // +listType=map\n  conditions: Condition[];',
    ['OPG2101', '4:6', '+listType=map requires at least one key', 'add // +listMapKey=<property>'],
  ],
])('%s', async (_, fields, expected) => {
  expect(await problemsOf(fields)).toEqual([expected]);
});

test.each<[string, string, string]>([
  ['PodSpec', 'PodSpec', '@opgen/runtime/kinds/core/v1'],
  ['DeploymentSpec', 'DeploymentSpec', '@opgen/runtime/kinds/apps/v1'],
  ['TemplateMeta', 'TemplateMeta', '@opgen/runtime'],
  ['double', 'Double', '@opgen/runtime'],
])('suggests the import of the unknown type %s', async (type, name, module) => {
  expect(await problemsOf(`  field: ${type};`)).toEqual([
    ['OPG1202', '4:10', `unknown type ${type}`, `import it: import type { ${name} } from '${module}'`],
  ]);
});

test('reads a marker line in a block comment, with and without an asterisk', async () => {
  const fields = '  /**\n   * The number.\n   +validation:Minimun=1\n   */\n  /* +optinal */\n  size: Int32;';
  expect((await problemsOf(fields)).map(([code, place]) => `${code} ${place}`)).toEqual([
    'OPG1101 6:4',
    'OPG1109 8:6',
  ]);
});

test('Omit accepts unknown keys, as in TypeScript, and Pick does not', async () => {
  const inner = 'interface Inner { tags?: string[]; size: Int32 }';
  expect(await problemsOf("  some: Omit<Inner, 'zone' | 'tags'>;", inner)).toEqual([]);
  expect(await problemsOf("  some: Pick<Inner, 'zone'>;", inner)).toEqual([
    ['OPG1202', '4:21', 'Inner has no field zone', 'it has tags, size'],
  ]);
});

test('reports versions that disagree about plural or scope', async () => {
  const versions = ['v1', 'v2'].map((version) =>
    memcached('  size: Int32;')
      .replaceAll('example.com/v1', `example.com/${version}`)
      .replace(
        'export interface Memcached ',
        `${version === 'v1' ? '// +storageversion\n' : ''}export interface Memcached `,
      ),
  );
  const [v1 = '', v2 = ''] = versions;
  const { diagnostics } = await manifestsOf({
    'src/api/v1.ts': v1,
    'src/api/v2.ts': v2.replace("'memcacheds'", "'caches'").replace("'Namespaced'", "'Cluster'"),
  });
  expect(diagnostics.map(({ code, message, place }) => [code, place?.file, message])).toEqual([
    ['OPG2106', 'src/api/v2.ts', "Memcached has the plural 'caches' in v2, but 'memcacheds' in v1"],
    ['OPG2106', 'src/api/v2.ts', "Memcached has the scope 'Cluster' in v2, but 'Namespaced' in v1"],
  ]);
});

test('reports rules that do not compile beside a kind with an unreadable type', async () => {
  const rule = '  // +validation:XValidation:rule="self.foo"\n  size: Int32;';
  const { diagnostics } = await manifestsOf({
    'src/api/other.ts': memcached('  extra: any;')
      .replaceAll('Memcached', 'Other')
      .replace('memcacheds', 'others'),
    [path]: memcached(rule),
  });
  expect(diagnostics.map(({ code, place }) => [code, place?.file])).toEqual([
    ['OPG2113', path],
    ['OPG1201', 'src/api/other.ts'],
  ]);
});

test('reports fields of the wrong type at a scale path, and an invalid namespace of a Role', async () => {
  const marker = '// +subresource:scale:specpath=.spec.mode,statuspath=.spec.mode,selectorpath=.spec.size\n';
  const source = memcached('  mode: string;\n  size: Int32;').replace(
    'export interface Memcached ',
    `${marker}export interface Memcached `,
  );
  const { diagnostics } = await manifestsOf({
    [path]: source
      .replace('statuspath=.spec.mode', 'statuspath=.status.size')
      .replace('CustomResource<MemcachedSpec>', 'CustomResource<MemcachedSpec, MemcachedSpec>'),
    'src/main.ts': '// +rbac:groups=core,resources=pods,verbs=get,namespace=Vault_X\n',
  });
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['OPG2109', "'.spec.mode' is of type string, but the scale subresource requires integer for specpath"],
    [
      'OPG2109',
      "'.spec.size' is of type integer, but the scale subresource requires string for selectorpath",
    ],
    ['OPG2201', "'Vault_X' is not the name of a namespace"],
  ]);
});

test('reports the cycle of a type that contains itself', async () => {
  const more = 'interface Node { children: Branch[] }\ninterface Branch { node: Node }';
  expect(await problemsOf('  tree: Node;', more)).toEqual([
    [
      'OPG1203',
      '8:26',
      `Node is recursive: Node → Branch (${path}:7) → Node (${path}:8)`,
      'schemas cannot be recursive: break the cycle, or write unknown or RawExtension where it repeats',
    ],
  ]);
});

test('reports every problem of all files in one run, each once', async () => {
  const { diagnostics } = await manifestsOf({
    [path]: memcached('  // +default=1\n  image: string;\n  // +optinal\n  size: Int32;'),
    'src/controllers/memcached.controller.ts':
      '// +rbac:groups=apps,resorces=deployments,verbs=get\nexport class MemcachedReconciler {}\n',
  });
  expect(diagnostics.map(({ code, place }) => `${place?.file}:${place?.line} ${code}`)).toEqual([
    `${path}:4 OPG2102`,
    `${path}:6 OPG1109`,
    'src/controllers/memcached.controller.ts:1 OPG1103',
  ]);
});

test('ignores prose that starts with a plus sign and markers of Go tools', async () => {
  const fields =
    '  // +1 for this field\n  // +genclient\n  // +k8s:deepcopy-gen=true\n  // +somebody:elses=marker\n  size: Int32;';
  expect(await problemsOf(fields)).toEqual([]);
});
