import { type Doc, group, indent, printDoc, softline } from './doc.ts';
import {
  argumentsDoc,
  assignmentDoc,
  bracesDoc,
  conditionDoc,
  expressionDoc,
  listDoc,
  propertyDoc,
} from './expression-doc.ts';
import { LineReader, UnreadableLine } from './expression.ts';
import { printWidth } from './print-width.ts';
import { aliasDoc, memberDoc, typeArgumentsDoc, typesDoc } from './type-doc.ts';

/**
 * Breaks lines that are longer than the print width, as Prettier would. Lines that fit do not change.
 *
 * Supports the statements, declaration heads, members and comments that opgen generates, not all of TypeScript. A line
 * that it cannot parse does not change.
 */
export function layOut(text: string): string {
  const lines: string[] = [];
  /** The original indentation of a statement whose first line was indented further, so its other lines are too. */
  let moved: string | undefined;
  for (const original of text.split('\n')) {
    const line = moved === undefined || original === '' ? original : `  ${original}`;
    const printed = line.length > printWidth ? layOutLine(line) : line;
    lines.push(printed);
    if (moved === undefined) moved = opensFurtherRight(printed, line) ? indentationOf(original) : undefined;
    else if (indentationOf(original) === moved && original !== '') moved = undefined;
  }
  return lines.join('\n');
}

function opensFurtherRight(printed: string, line: string): boolean {
  const last = printed.slice(printed.lastIndexOf('\n') + 1);
  return /[([{]$/.test(last) && indentationOf(last) !== indentationOf(line);
}

function indentationOf(line: string): string {
  return line.slice(0, line.search(/\S|$/));
}

function layOutLine(line: string): string {
  const indentation = indentationOf(line);
  const text = line.slice(indentation.length);
  const comment = /^\/\*\* (.*) \*\/$/.exec(text)?.[1];
  if (comment !== undefined) return commentLines(comment, indentation);
  for (const read of [readImport, readHead, readCondition, readDeclaration, readMember, readStatement]) {
    const doc = readWhole(read, text);
    if (doc !== undefined) return printDoc(doc, indentation, printWidth);
  }
  return line;
}

/** A doc comment, filled to the print width. */
function commentLines(text: string, indentation: string): string {
  const start = `${indentation} *`;
  const lines = [start];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= printWidth || lines.at(-1) === start) lines[lines.length - 1] = longer;
    else lines.push(`${start} ${word}`);
  }
  return [`${indentation}/**`, ...lines, `${start}/`].join('\n');
}

type Read = (line: LineReader) => Doc | undefined;

function readWhole(read: Read, text: string): Doc | undefined {
  const line = new LineReader(text);
  try {
    const doc = read(line);
    return line.rest === '' ? doc : undefined;
  } catch (error) {
    if (error instanceof UnreadableLine) return undefined;
    throw error;
  }
}

/** `import { a, type B } from 'module';` */
function readImport(line: LineReader): Doc | undefined {
  const start = line.take(/(?:import|export) (?:type )?(?=\{)/);
  if (start === undefined) return undefined;
  line.expect(/\{/);
  const names = line.list(/\}/, () => line.expect(/(?:type )?[\w$]+(?: as [\w$]+)?/));
  const from = line.expect(/ from '[^']*';/);
  // Prettier never breaks the import of a single name.
  return [start, names.length === 1 ? `{ ${names[0]} }` : bracesDoc(names), from];
}

/** The first line of a function, a method, a class or an interface. */
function readHead(line: LineReader): Doc | undefined {
  const heritage = line.take(/(?:export )?(?:interface|class) [\w$]+ (?:extends|implements) [\w$]+(?=<)/);
  if (heritage !== undefined) {
    line.expect(/</);
    const args = line.list(/>/, () => line.union());
    return [heritage, typeArgumentsDoc(args), line.expect(/ \{/)];
  }
  const name = line.take(/(?:(?:export|default|async|static|private|function) )*#?(?!if\b)[\w$]+(?=\()/);
  if (name === undefined) return undefined;
  line.expect(/\(/);
  const parameters = line.list(/\)/, () => readParameter(line));
  const result = line.take(/: /) === undefined ? '' : [': ', typesDoc(line.union())];
  return [name, group([parametersDoc(parameters), result]), line.expect(/ \{/)];
}

interface Parameter {
  isPattern: boolean;
  doc: Doc;
}

function readParameter(line: LineReader): Parameter {
  const isPattern = line.rest.startsWith('{');
  const name = isPattern ? readNames(line) : line.expect(/(?:private |readonly )*[\w$]+\??/);
  return { isPattern, doc: line.take(/: /) === undefined ? name : [name, ': ', typesDoc(line.union())] };
}

function parametersDoc(parameters: readonly Parameter[]): Doc {
  const docs = parameters.map(({ doc }) => doc);
  return docs.length === 1 && parameters[0]?.isPattern === true ? ['(', docs, ')'] : listDoc('(', docs, ')');
}

/** `{ a, b }` or `[a, b]`, on the left of an assignment or as a parameter. */
function readNames(line: LineReader): Doc {
  const name = (): string => line.expect(/[\w$]+(?:: [\w$]+)?/);
  if (line.take(/\[/) !== undefined) return listDoc('[', line.list(/\]/, name), ']');
  line.expect(/\{/);
  return bracesDoc(line.list(/\}/, name));
}

/** `if (…) {` */
function readCondition(line: LineReader): Doc | undefined {
  if (line.take(/if \(/) === undefined) return undefined;
  const condition = conditionDoc(line.expression());
  return ['if (', group([indent([softline, condition]), softline]), line.expect(/\) \{/)];
}

/** `const a = …;`, `const a: A<B> = …;` or `type A = …;` */
function readDeclaration(line: LineReader): Doc | undefined {
  const alias = line.take(/(?:export )?type [\w$]+(?= = )/);
  if (alias !== undefined) {
    line.expect(/ = /);
    return [aliasDoc(alias, line.union()), line.expect(/;/)];
  }
  const keyword = line.take(/(?:export )?(?:const|let) /);
  if (keyword === undefined) return undefined;
  const left = line.take(/[\w$]+(?:: [\w$]+(?:<[\w$]+>)?)?/) ?? readNames(line);
  line.expect(/ = /);
  return [assignmentDoc([keyword, left], ' =', line.expression()), line.take(/;/) ?? ''];
}

/** `name: type;` of an interface, or `name: value,` of an object. */
function readMember(line: LineReader): Doc | undefined {
  const name = line.take(/(?:readonly )?(?:[\w$]+|'[^']*'|"[^"]*")\??(?=: )/);
  if (name === undefined) return undefined;
  line.expect(/: /);
  if (line.rest.endsWith(';')) return [memberDoc(name, line.union()), line.expect(/;/)];
  return [propertyDoc(name, line.expression()), line.expect(/,/)];
}

/** `await a.b(…);`, or a chained call on its own line. */
function readStatement(line: LineReader): Doc | undefined {
  if (!line.rest.startsWith('.')) {
    const keyword = line.take(/return /) ?? '';
    return [keyword, expressionDoc(line.expression()), line.expect(/;/)];
  }
  const name = line.expect(/\.[\w$]+(?=\()/);
  const call = line.link();
  return call?.type === 'call' ? [name, argumentsDoc(call.args), line.take(/;/) ?? ''] : undefined;
}
