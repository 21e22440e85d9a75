import { describe, expect, test } from 'vitest';
import {
  withoutStorageMarker,
  withResourceNames,
  withStorageMarker,
} from '../../../src/scaffold/types/change-markers.ts';
import { readTypeFile, type TypeFile } from '../../../src/scaffold/types/type-file.ts';

const file = (text: string): TypeFile => readTypeFile('src/tree.ts', text, 'Tree');

const kind = 'export interface Tree extends CustomResource<TreeSpec> {}\n';

describe('the storage marker', () => {
  test.each([
    ['above the kind', '', '// +storageversion\n'],
    ['above the other markers', '// +subresource:status\n', '// +storageversion\n// +subresource:status\n'],
    [
      'below the names',
      '/** A tree. */\n// +kubebuilder:resource:shortName=tr\n// +subresource:status\n',
      '/** A tree. */\n// +kubebuilder:resource:shortName=tr\n// +storageversion\n// +subresource:status\n',
    ],
    [
      'below a comment that contains a kind',
      '/*\nexport class Tree {}\n*/\n',
      '/*\nexport class Tree {}\n*/\n// +storageversion\n',
    ],
    [
      'below a string that contains a kind',
      'const a = `\nexport interface Tree {}\n`;\n',
      'const a = `\nexport interface Tree {}\n`;\n// +storageversion\n',
    ],
    [
      'below a namespace that contains a kind',
      'namespace v0 {\nexport interface Tree {}\n}\n',
      'namespace v0 {\nexport interface Tree {}\n}\n// +storageversion\n',
    ],
    ['above decorators', '@sealed()\n@logged\n', '// +storageversion\n@sealed()\n@logged\n'],
    ['below a byte order mark', '\uFEFF', '\uFEFF// +storageversion\n'],
    ['on a line of its own', '/** A tree. */ ', '/** A tree. */\n// +storageversion\n'],
    ['below a statement on the same line', 'const a = 1; ', 'const a = 1;\n// +storageversion\n'],
    ['with the indentation of the kind', '  ', '  // +storageversion\n  '],
    [
      'below a marker in a comment block',
      '/**\n * +resource:shortName=tr\n */\n',
      '/**\n * +resource:shortName=tr\n */\n// +storageversion\n',
    ],
  ])('is added %s', (_, before, after) => {
    for (const declaration of [
      kind,
      'export class Tree {}\n',
      'export type Tree = A\n',
      'export\ninterface Tree {}',
    ]) {
      expect(withStorageMarker(file(before + declaration))).toBe(after + declaration);
      expect(withoutStorageMarker(file(after + declaration))).toBe(
        /[;/] $/.test(before) ? `${before.trimEnd()}\n${declaration}` : before + declaration,
      );
    }
  });

  test('is added with the line endings of the file', () => {
    const text = `import 'a';\r\n// +resource:shortName=tr\r\n${kind}`;
    const marked = `import 'a';\r\n// +resource:shortName=tr\r\n// +storageversion\r\n${kind}`;
    expect(withStorageMarker(file(text))).toBe(marked);
    expect(withoutStorageMarker(file(marked))).toBe(text);
  });

  test.each([
    ['is exported separately', 'interface Tree {}\nexport { Tree };\n'],
    ['is exported under another name', 'interface TreeResource {}\nexport type { TreeResource as Tree };\n'],
    ['is declared', 'export declare class Tree {}\n'],
    ['is abstract', 'export abstract class Tree {}\n'],
    ['has type parameters', 'export interface Tree<\n  T,\n> extends CustomResource<T> {}\n'],
  ])('is added above a kind that %s', (_, text) => {
    expect(withStorageMarker(file(text))).toBe(`// +storageversion\n${text}`);
  });

  test.each([
    ['is not exported', 'interface Tree {}\n'],
    ['is in a namespace', 'namespace v1 {\nexport interface Tree {}\n}\n'],
    ['is in a comment', '/*\nexport interface Tree {}\n*/\n'],
    ['is in a string', '`\nexport interface Tree {}\n`;\n'],
    ['is of another file', "export { Tree } from './tree.ts';\n"],
    ['has a longer name', 'export interface Tree$ {}\n'],
  ])('is not added to a kind that %s', (_, text) => {
    expect(withStorageMarker(file(text))).toBeUndefined();
  });

  test.each([
    ['// +kubebuilder:storageversion\n', ''],
    ['/**\n * A tree.\n * +storageversion\n */\n', '/**\n * A tree.\n */\n'],
    ['/** +storageversion */\n', ''],
    ['/* +storageversion */ ', ''],
    ['/** +storageversion\n * A tree.\n */\n', '/**\n * A tree.\n */\n'],
    ['/** A tree.\n * +storageversion */\n', '/** A tree.\n * */\n'],
  ])('is found and removed in %j', (marked, left) => {
    const marker = file(marked + kind);
    expect(withStorageMarker(marker)).toBe(marker.text);
    expect(withoutStorageMarker(marker)).toBe(left + kind);
  });

  test.each([
    ['strings', `const a = '\\\n// +storageversion\\\n';\n${kind}`],
    ['templates', `const a = \`\n// +storageversion\n\`;\n${kind}`],
    ['other comments', `/* see\n// +storageversion\n*/\n${kind}`],
    ['the comments of other types', `// +storageversion\nexport interface Leaf {}\n\n${kind}`],
  ])('is not one in %s', (_, text) => {
    expect(withoutStorageMarker(file(text))).toBe(text);
    expect(withStorageMarker(file(text))).toBe(text.replace(kind, `// +storageversion\n${kind}`));
  });
});

describe('the names in the marker of a kind', () => {
  test.each([
    ['are added to the existing ones', '// +resource:path=treez', '// +resource:path=treez,shortName=tr'],
    [
      'replace existing ones',
      '// +kubebuilder:resource:shortName={t,u},path=treez',
      '// +kubebuilder:resource:shortName=tr,path=treez',
    ],
    ['get a marker', '// +subresource:status', '// +resource:shortName=tr\n// +subresource:status'],
    ['stay as they are if they do not change', '// +resource:shortName={tr}', '// +resource:shortName={tr}'],
    ['are added in a comment block', '/* +resource:path=treez */', '/* +resource:path=treez,shortName=tr */'],
    [
      'ignore the marker in a template',
      'const a = `\n// +resource:path=treez\n`;\n// +subresource:status',
      'const a = `\n// +resource:path=treez\n`;\n// +resource:shortName=tr\n// +subresource:status',
    ],
  ])('%s', (_, markers, expected) => {
    const named = withResourceNames(file(`/** A tree. */\n${markers}\n${kind}`), { shortNames: ['tr'] });
    expect(named).toBe(`/** A tree. */\n${expected}\n${kind}`);
  });

  test('are all in one new marker', () => {
    const names = { singular: 'trunk', shortNames: ['t', 'tr'], categories: ['all'] };
    expect(withResourceNames(file(kind), names)).toBe(
      `// +resource:singular=trunk,shortName=t;tr,categories=all\n${kind}`,
    );
  });
});
