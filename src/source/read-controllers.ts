import { ts } from 'ts-morph';
import type { CommentLine } from './documented.ts';
import { parseFile } from './parse-file.ts';
import { placeOf } from './place-of.ts';
import { readComments } from './read-comments.ts';
import { nameIn, startOf } from './text-of.ts';

/** The controllers of a file, and where their markers are. */
export interface ControllerFile {
  /** The names with which the file registers controllers at a manager. */
  readonly names: readonly string[];
  /** The markers on separate lines, in source order. */
  readonly markers: readonly CommentLine[];
  /** The line of the first exported class, function or constant, or of the comment above it. 1 if nothing is exported. */
  readonly firstExport: number;
}

/** The methods of a manager that register a controller by name. */
const methods = new Set(['controller', 'composite', 'decorator', 'plans']);

/** Reads which controllers a file registers: `manager.controller('memcached')`. */
export function readControllers(path: string, text: string): ControllerFile {
  const file = parseFile(path, text);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) names.push(...nameOfController(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  const exported = file.statements.find((statement) => isDeclaration(statement) && isExported(statement));
  return {
    names,
    markers: [...readComments(file).values()]
      .flat()
      .filter(({ position }) => position === 'above')
      .toSorted((one, other) => one.start - other.start),
    firstExport: exported === undefined ? 1 : lineAbove(file, exported),
  };
}

function nameOfController({ arguments: [first], expression }: ts.CallExpression): string[] {
  if (!ts.isPropertyAccessExpression(expression)) return [];
  if (first === undefined || !ts.isStringLiteralLike(first)) return [];
  return methods.has(nameIn(expression.name as ts.Identifier)) ? [first.text] : [];
}

function isDeclaration(node: ts.Statement): boolean {
  return ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isVariableStatement(node);
}

function isExported(node: ts.Statement): boolean {
  const { modifiers = [] } = node as { modifiers?: readonly ts.ModifierLike[] };
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** The line of a node, or of the first comment that no blank line separates from it. */
function lineAbove(file: ts.SourceFile, node: ts.Node): number {
  let start = startOf(file, node);
  for (const { end, pos } of (ts.getLeadingCommentRanges(file.text, node.pos) ?? []).toReversed()) {
    if ((file.text.slice(end, start).match(/\n/g)?.length ?? 0) > 1) break;
    start = pos;
  }
  return placeOf(file, start, start).line;
}
