import { describe, expect, test } from 'vitest';
import { copiedType, type DeclaredVersion } from '../../../src/scaffold/types/copy-type.ts';
import { readTypeFile } from '../../../src/scaffold/types/type-file.ts';

const from: DeclaredVersion = {
  path: 'src/api/fruit/v1/tree.ts',
  kind: 'Tree',
  version: 'v1',
  apiVersion: 'fruit.example.com/v1',
};
const to = { ...from, path: 'src/api/fruit/v2/tree.ts', version: 'v2', apiVersion: 'fruit.example.com/v2' };

function copy(text: string, source = from, target = to): string {
  return copiedType(readTypeFile(source.path, text, source.kind), source, target);
}

describe('a copied type', () => {
  test.each([
    ['has its own version', "apiVersion = 'fruit.example.com/v1';", "apiVersion = 'fruit.example.com/v2';"],
    ['in comments too', '/** See fruit.example.com/v1. */', '/** See fruit.example.com/v2. */'],
    ['and in the text of templates', '`in fruit.example.com/v1`;', '`in fruit.example.com/v2`;'],
    ['keeps other groups', "'dried-fruit.example.com/v1';", "'dried-fruit.example.com/v1';"],
    ['keeps longer versions', "'fruit.example.com/v1beta1';", "'fruit.example.com/v1beta1';"],
    ['keeps paths', "'fruit.example.com/v1/trees';", "'fruit.example.com/v1/trees';"],
    ['imports neighboring files from their own folder', "import './leaf.ts';", "import '../v1/leaf.ts';"],
    ['keeps imports from other folders', "import '../../shared.ts';", "import '../../shared.ts';"],
    ['imports from its own folder', 'import "../v2/leaf.ts";', 'import "./leaf.ts";'],
    ['imports the module of its folder', "export * from '.';", "export * from '../v1';"],
    ['adjusts inline import types', "let a: import('./leaf.ts').Leaf", "let a: import('../v1/leaf.ts').Leaf"],
    ['adjusts required modules', "import a = require('./a.cts');", "import a = require('../v1/a.cts');"],
    [
      'leaves packages alone',
      "import '@opgen/runtime/kinds/apps/v1';",
      "import '@opgen/runtime/kinds/apps/v1';",
    ],
    ['leaves the text of strings alone', `let a = "from './leaf.ts'";`, `let a = "from './leaf.ts'";`],
    ['renames what it declares', 'interface TreeV1Leaf {}', 'interface TreeV2Leaf {}'],
    ['renames its constants', 'const v1Defaults = {}', 'const v2Defaults = {}'],
    ['renames every declaration of a list', 'let a = 1, v1Age = a;', 'let a = 1, v2Age = a;'],
    ['renames abstract classes', 'export abstract class V1Base {}', 'export abstract class V2Base {}'],
    ['renames namespaces', 'namespace TreeV1 {}', 'namespace TreeV2 {}'],
    [
      'renames names in comments',
      '/** {@link TreeV1} */ type TreeV1 = 1;',
      '/** {@link TreeV2} */ type TreeV2 = 1;',
    ],
    [
      'renames separate exports',
      'type TreeV1 = 1; export { TreeV1 };',
      'type TreeV2 = 1; export { TreeV2 };',
    ],
    [
      'renames type arguments',
      'type TreeV1<T> = T; let a: TreeV1<1>;',
      'type TreeV2<T> = T; let a: TreeV2<1>;',
    ],
    ['keeps names that only look like it', 'interface TreeV10 {}', 'interface TreeV10 {}'],
    ['keeps what it imports', 'import { V1Pod } from "x";', 'import { V1Pod } from "x";'],
    [
      'keeps the names of other files',
      'import { v1Age as age } from "x"; export { v1Age as b } from "x"; let v1Age: import("x").v1Age;',
      'import { v1Age as age } from "x"; export { v1Age as b } from "x"; let v2Age: import("x").v1Age;',
    ],
    ['keeps properties', 'let v1Age = a.v1Age as { v1Age: 1 };', 'let v2Age = a.v1Age as { v1Age: 1 };'],
    ['keeps names that are properties, too', 'let v1Age = 1; f({ v1Age });', 'let v1Age = 1; f({ v1Age });'],
    ['keeps names that an inner scope declares', 'let v1Age; (v1Age) => 1;', 'let v1Age; (v1Age) => 1;'],
    [
      'keeps declarations of namespaces',
      'namespace A { type TreeV1 = 1 }',
      'namespace A { type TreeV1 = 1 }',
    ],
    ['keeps the values of strings', "let v1Age = 'v1Age';", "let v2Age = 'v1Age';"],
    ['keeps names that are taken', 'type AV1 = AV2;\ntype AV2 = 1;', 'type AV1 = AV2;\ntype AV2 = 1;'],
    ['is not stored', '// +storageversion\ninterface Tree {}', 'interface Tree {}'],
    [
      'is served',
      '/**\n * +kubebuilder:unservedversion\n */\ninterface Tree {}',
      '/**\n */\ninterface Tree {}',
    ],
    [
      'is not deprecated',
      '// +deprecatedversion:warning="use v2"\n// +genclient\ninterface Tree {}',
      '// +genclient\ninterface Tree {}',
    ],
    [
      'keeps its other markers',
      '// +resource:shortName=tr\ninterface Tree {}',
      '// +resource:shortName=tr\ninterface Tree {}',
    ],
    [
      'keeps lines of text that look like markers',
      'let a = `\n// +storageversion\n`;\n/** Tree */\ninterface Tree {}',
      'let a = `\n// +storageversion\n`;\n/** Tree */\ninterface Tree {}',
    ],
    ['keeps unusual formatting', 'type  Tree={a:1;;b :2}//x', 'type  Tree={a:1;;b :2}//x'],
  ])('%s', (_, text, expected) => {
    expect(copy(text)).toBe(expected);
  });

  test('keeps the name of a kind that ends with a version', () => {
    const engine = { ...from, kind: 'EngineV1' };
    const text = 'interface EngineV1Spec {}';
    expect(copy(text, engine, { ...to, kind: 'EngineV1' })).toBe(text);
  });

  test('is formatted like Prettier', () => {
    const group = 'g'.repeat(86);
    const [short, long] = ['v1', 'v1alpha1'].map((version) => `${group}.a/${version}`) as [string, string];
    const oneLine = `f({\n  apiVersion: '${short}',\n});\n`;
    const twoLines = `f({\n  apiVersion:\n    '${long}',\n});\n`;
    const [one, other] = [
      { ...from, apiVersion: short },
      { ...to, apiVersion: long },
    ];
    expect(copy(oneLine, one, other)).toBe(twoLines);
    expect(copy(twoLines, other, one)).toBe(oneLine);
  });
});
