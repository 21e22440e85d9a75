/** Types that appear in public declarations but are not exported. */
import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';
import { compare } from './compare.ts';
import { declarationsOf, declaring } from './declarations.ts';
import { importsOf, type PublicName } from './entry-point.ts';
import { isKind } from './links.ts';
import { namesIn, signatureOf } from './signature.ts';

/** The names of the types in a declaration. */
export function mentionedBy({ declarations, name, typeOnly }: PublicName): string[] {
  const names = declaring(declarations, name).flatMap((statement) => namesIn(statement, typeOnly));
  return [...new Set(names)].filter((other) => other !== name).toSorted(compare);
}

/** Those of the types that the package declares, public or not. */
export function helpersOf(repository: string, each: PublicName): { name: string; text: string }[] {
  const imports = importsOf(each.declarations);
  const names = mentionedBy(each).filter((name) => !isKind(name, each));
  return names.flatMap((name) => {
    const from = imports.get(name);
    if (from !== undefined && !from.startsWith('.')) return [];
    const declarations =
      from === undefined ? each.declarations : declarationsOf(repository, join(dirname(each.file), from));
    // Classes are shown by name only.
    const statements = declaring(declarations, name).filter((statement) => !ts.isClassDeclaration(statement));
    return statements.map((statement) => ({ name, text: withComment(statement) }));
  });
}

function withComment(statement: ts.Statement): string {
  const comment = ts.getJSDocCommentsAndTags(statement).at(-1)?.getText() ?? '';
  return `${comment}\n${signatureOf(statement, true)}`;
}
