import { describe, expect, test } from 'vitest';
import { copiedType, type DeclaredVersion, withResourceNames } from '../../../src/scaffold/api/copy-type.ts';

const from: DeclaredVersion = {
  path: 'src/api/fruit/v1/tree.ts',
  kind: 'Tree',
  version: 'v1',
  apiVersion: 'fruit.example.com/v1',
};
const to = { ...from, path: 'src/api/fruit/v2/tree.ts', version: 'v2', apiVersion: 'fruit.example.com/v2' };

describe('a copied type', () => {
  test.each([
    ['has its own version', "apiVersion: 'fruit.example.com/v1';", "apiVersion: 'fruit.example.com/v2';"],
    ['in comments too', '/** See fruit.example.com/v1. */', '/** See fruit.example.com/v2. */'],
    ['keeps other groups', "'dried-fruit.example.com/v1'", "'dried-fruit.example.com/v1'"],
    ['keeps longer versions', "'fruit.example.com/v1beta1'", "'fruit.example.com/v1beta1'"],
    ['keeps paths', "'fruit.example.com/v1/trees'", "'fruit.example.com/v1/trees'"],
    ['imports neighboring files from their own folder', "from './leaf.ts';", "from '../v1/leaf.ts';"],
    ['keeps imports from other folders', "from '../../shared.ts';", "from '../../shared.ts';"],
    ['imports from its own folder', "from '../v2/leaf.ts';", "from './leaf.ts';"],
    ['adjusts inline import types', "import('./leaf.ts').Leaf", "import('../v1/leaf.ts').Leaf"],
    ['leaves packages alone', "from '@opgen/runtime/kinds/apps/v1';", "from '@opgen/runtime/kinds/apps/v1';"],
    ['renames what it declares', 'interface TreeV1Leaf {}', 'interface TreeV2Leaf {}'],
    ['renames its constants', 'const v1Defaults = {}', 'const v2Defaults = {}'],
    ['keeps names that only look like it', 'interface TreeV10 {}', 'interface TreeV10 {}'],
    ['keeps what it imports', 'import { V1Pod } from "x";', 'import { V1Pod } from "x";'],
    ['keeps names that are taken', 'type AV1 = AV2;\ntype AV2 = 1;', 'type AV1 = AV2;\ntype AV2 = 1;'],
    ['is not stored', '// +storageversion\ninterface Tree {}', 'interface Tree {}'],
    ['is served', ' * +kubebuilder:unservedversion\n */', ' */'],
    ['is not deprecated', '// +deprecatedversion:warning="use v2"\n// +genclient', '// +genclient'],
    ['keeps its other markers', '// +resource:shortName=tr\n', '// +resource:shortName=tr\n'],
  ])('%s', (_, text, expected) => {
    expect(copiedType(text, from, to)).toBe(expected);
  });

  test('keeps the name of a kind that ends with a version', () => {
    const engine = { ...from, kind: 'EngineV1' };
    expect(copiedType('interface EngineV1Spec {}', engine, { ...to, kind: 'EngineV1' })).toBe(
      'interface EngineV1Spec {}',
    );
  });

  test('is formatted like Prettier', () => {
    const group = 'g'.repeat(86);
    const [short, long] = ['v1', 'v1alpha1'].map((version) => `${group}.a/${version}`) as [string, string];
    const oneLine = `  apiVersion: '${short}',\n`;
    const twoLines = `  apiVersion:\n    '${long}',\n`;
    const [one, other] = [
      { ...from, apiVersion: short },
      { ...to, apiVersion: long },
    ];
    expect(copiedType(oneLine, one, other)).toBe(twoLines);
    expect(copiedType(twoLines, other, one)).toBe(oneLine);
  });
});

describe('the names in the marker of a kind', () => {
  test.each([
    ['are added to the existing ones', '// +resource:path=treez', '// +resource:path=treez,shortName=tr'],
    [
      'replace existing ones',
      '// +kubebuilder:resource:shortName={t;u},path=treez',
      '// +kubebuilder:resource:shortName=tr,path=treez',
    ],
    ['get a marker', '// +subresource:status', '// +resource:shortName=tr\n// +subresource:status'],
  ])('%s', (_, markers, expected) => {
    const below = 'export interface Tree extends CustomResource<TreeSpec> {}\n';
    const text = `/** A tree. */\n${markers}\n${below}`;
    const named = withResourceNames(text, 'Tree', { shortNames: ['tr'] });
    expect(named).toBe(`/** A tree. */\n${expected}\n${below}`);
  });
});
