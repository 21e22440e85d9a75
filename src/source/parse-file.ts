import { ts } from 'ts-morph';

/** opgen reads comments itself; parsing JSDoc would double the cost of parsing. */
const options: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Parses one file. A file with syntax errors has a tree, too. */
export function parseFile(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, options, false, ts.ScriptKind.TS);
}
