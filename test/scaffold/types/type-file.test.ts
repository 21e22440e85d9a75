import { describe, expect, test } from 'vitest';
import { hasUsualStatus, readTypeFile, typeOptionsOf } from '../../../src/scaffold/types/type-file.ts';

const kind = 'export interface Tree extends CustomResource<TreeSpec> {}\n';

const hasUsual = (text: string): boolean => hasUsualStatus('Tree', readTypeFile('src/tree.ts', text, 'Tree'));

describe('the options of a type', () => {
  test.each([
    ['no marker', '', {}],
    [
      'its markers',
      '// +resource:singular=trunk\n// +storageversion\n',
      { singular: 'trunk', storage: true },
    ],
    ['the prefix of Go', '// +kubebuilder:resource:shortName=t;tr\n', { shortNames: ['t', 'tr'] }],
    ['braces and spaces', '// +resource: categories={all, fruit}\n', { categories: ['all', 'fruit'] }],
    ['quotes', '// +resource:path="a,shortName=x",shortName=`tr`\n', { shortNames: ['tr'] }],
    ['a comment block', '/**\r\n * +storageversion\r\n */\r\n', { storage: true }],
    ['an invalid marker', '// +resource:shortName\n', {}],
    ['a marker in a string', '`\n// +resource:shortName=tr\n// +storageversion\n`;\n', {}],
    ['a marker in an import', "// +storageversion\nimport 'a';\n\n", {}],
    ['a marker of another type', '// +resource:shortName=l\nexport interface Leaf {}\n', {}],
  ])('are read from %s', (_, above, expected) => {
    const options = typeOptionsOf(readTypeFile('src/tree.ts', above + kind, 'Tree'));
    expect(options).toEqual({ storage: false, ...expected });
  });
});

describe('the status of a type', () => {
  const usual =
    'export interface TreeStatus {\n  observedGeneration?: Int64;\n  conditions?: Condition[];\n}\n';

  test.each([
    ['is as generated', usual],
    ['is on one line', usual.replaceAll(/\s+/g, ' ')],
    ['has line endings of Windows', usual.replaceAll('\n', '\r\n')],
    ['is exported separately', `${usual.replace('export ', '')}export type { TreeStatus };`],
    ['is an alias', usual.replace('interface TreeStatus', 'type TreeStatus =')],
    ['has other optional fields', usual.replace('{', '{ height?: Int32;')],
    ['has a generic list', usual.replace('Condition[]', 'Array<Condition>')],
    [
      'has types with other names',
      `import { Int64 as Long } from '@opgen/runtime';${usual.replace('Int64', 'Long')}`,
    ],
    ['always has conditions', usual.replace('conditions?', 'conditions')],
  ])('is the usual one if it %s', (_, text) => expect(hasUsual(text)).toBe(true));

  test.each([
    ['is missing', kind],
    ['is not exported', usual.replace('export ', '')],
    ['is in a comment', `/*\n${usual}*/`],
    ['is in a template', `\`\n${usual}\``],
    ['is in a namespace', `namespace v1 {\n${usual}}`],
    ['is another interface', `${usual.replace('TreeStatus', 'LeafStatus')}export interface TreeStatus {}`],
    ['has required fields', usual.replace('{', '{ height: Int32;')],
    ['is derived from another', usual.replace('{', 'extends LeafStatus {')],
    ['has other conditions', usual.replace('Condition[]', 'string[]')],
  ])('is not the usual one if it %s', (_, text) => expect(hasUsual(text)).toBe(false));
});
