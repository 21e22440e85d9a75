import { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.ts';

/** Reads a JSON file that may contain comments, such as tsconfig.json; undefined if it is missing or invalid. */
export function readJson(disk: Disk, path: string): unknown {
  let text: string;
  try {
    text = disk.text(path);
  } catch {
    return undefined;
  }
  const [statement] = ts.parseJsonText(path, text).statements;
  return statement && valueOf(statement.expression);
}

function valueOf(node: ts.Expression): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf);
  if (ts.isObjectLiteralExpression(node)) {
    return Object.fromEntries(
      node.properties.flatMap((property) =>
        ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.name)
          ? [[property.name.text, valueOf(property.initializer)]]
          : [],
      ),
    );
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return node.kind === ts.SyntaxKind.FalseKeyword ? false : null;
}
