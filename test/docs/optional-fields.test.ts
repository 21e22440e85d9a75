import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { readEntryPoint } from '../../scripts/api-reference/entry-point.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Types of JSON that the API server or the runtime writes: there, an absent field and `undefined` are not the same. */
const documents =
  /\/kinds\/|objects\/(condition|defaults|desired|kind|label-selector|metadata|object|status)\.ts|plan-status\.ts|admission-review\.ts|custom-resource-definition\.ts|json-schema-props\.ts|policies\/|webhook-configuration\.ts|label-selector\.ts|runs\/run\.ts|statistics\/statistics\.ts|\/cel\/|built-in-resources\.ts|field-errors\.ts/;

const entryPoints = [
  'packages/runtime/src/index.ts',
  ...filesIn('packages/runtime/src/entry-points'),
  'packages/testing/src/index.ts',
  ...filesIn('packages/rules/src'),
];

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

/** The optional fields of a declaration that do not accept `undefined`. */
function strictFields(declaration: ts.Node): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    // The right side of `T extends { field?: infer U }` compares.
    if (ts.isConditionalTypeNode(node.parent) && node.parent.extendsType === node) return;
    const isOptional = ts.isPropertySignature(node) && node.questionToken !== undefined;
    if (isOptional && !/\bundefined\b|^(unknown|any)$/.test(node.type?.getText() ?? ''))
      found.push(node.name.getText());
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(declaration, visit);
  return found;
}

test('optional fields of options accept undefined, so that exactOptionalPropertyTypes forces no spread', () => {
  const found = new Set<string>();
  for (const entryPoint of entryPoints) {
    for (const { file, name } of readEntryPoint(root, entryPoint, dirname(entryPoint)).flatMap(
      ({ names }) => names,
    )) {
      if (documents.test(file)) continue;
      const source = ts.createSourceFile(
        file,
        readFileSync(join(root, file), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      );
      for (const statement of source.statements) {
        if ((statement as ts.DeclarationStatement).name?.getText() !== name) continue;
        for (const field of strictFields(statement)) found.add(`${file}: ${name}.${field}`);
      }
    }
  }
  expect([...found]).toEqual([]);
});
