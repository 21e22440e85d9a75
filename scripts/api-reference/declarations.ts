/** The declarations of a file as in its `.d.ts`: no bodies, no private members. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';

/** The `.d.ts` of a file. Its statements keep their comments. */
export type Declarations = ts.SourceFile;

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  stripInternal: true,
};

const read = new Map<string, Declarations>();

/** Each file is read alone, which takes milliseconds instead of the seconds of a checker. So exports must have explicit types. */
export function declarationsOf(repository: string, file: string): Declarations {
  const known = read.get(join(repository, file));
  if (known !== undefined) return known;
  const text = readFileSync(join(repository, file), 'utf8');
  const { diagnostics = [], outputText } = ts.transpileDeclaration(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions,
  });
  for (const { messageText, start = 0 } of diagnostics) {
    const line = text.slice(0, start).split('\n').length;
    throw new Error(`${file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
  const made = ts.createSourceFile(file, outputText, ts.ScriptTarget.Latest, true);
  read.set(join(repository, file), made);
  return made;
}

/** The statements that declare a name: several for overloads, and for a type and a value of one name. */
export function declaring(declarations: Declarations, name: string): ts.Statement[] {
  return declarations.statements.filter((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((each) => each.name.getText() === name)
      : (statement as ts.DeclarationStatement).name?.getText() === name,
  );
}
