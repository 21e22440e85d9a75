/**
 * The documents of Wadler's pretty printer, in Prettier's variant: a group is printed on one line if it fits, and
 * otherwise its lines break.
 */
export type Doc = string | readonly Doc[] | Line | Indent | Group | IfBreak;

interface Line {
  type: 'line';
  /** The text that replaces the line if it does not break. */
  flat: '' | ' ';
  isHard: boolean;
}

interface Indent {
  type: 'indent';
  contents: Doc;
  /** Indents only if this group breaks; if undefined, always. */
  onlyIf: Group | undefined;
}

interface Group {
  type: 'group';
  /** Ordered from the most compact to the most expanded. The first state is also the flat form of the group. */
  states: readonly [Doc, ...Doc[]];
  breaks: boolean;
}

interface IfBreak {
  type: 'if-break';
  broken: string;
}

export const line: Doc = { type: 'line', flat: ' ', isHard: false };
export const softline: Doc = { type: 'line', flat: '', isHard: false };
export const hardline: Doc = { type: 'line', flat: '', isHard: true };

export function indent(contents: Doc, onlyIf?: Group): Doc {
  return { type: 'indent', contents, onlyIf };
}

export function group(contents: Doc, { breaks = false } = {}): Group {
  return { type: 'group', states: [contents], breaks };
}

/** The first state that fits, and the last one if none does. */
export function firstThatFits(...states: [Doc, ...Doc[]]): Group {
  return { type: 'group', states, breaks: false };
}

/** Text that is printed only if the enclosing group breaks. */
export function ifBreak(broken: string): Doc {
  return { type: 'if-break', broken };
}

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

interface Command {
  indentation: string;
  breaks: boolean;
  doc: Doc;
}

/** Prints a document that starts after this indentation. */
export function printDoc(root: Doc, indentation: string, width: number): string {
  const commands: Command[] = [{ indentation, breaks: true, doc: root }];
  const broken = new Set<Group>();
  // After a line break that always breaks, a group on the next line may fit again.
  let isMeasuredAgain = false;
  let text = indentation;
  for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
    const { doc } = command;
    if (typeof doc === 'string') text += doc;
    else if (isConcat(doc)) commands.push(...partsOf(doc, command));
    else if (doc.type === 'indent') commands.push(inside(doc, command, broken));
    else if (doc.type === 'if-break') text += command.breaks ? doc.broken : '';
    else if (doc.type === 'group') {
      const isMeasured = command.breaks || isMeasuredAgain;
      const chosen = stateOf(doc, { ...command, breaks: isMeasured }, commands, width - columnOf(text));
      if (isMeasured) isMeasuredAgain = false;
      if (chosen.breaks) broken.add(doc);
      commands.push(chosen);
    } else if (command.breaks || doc.isHard) {
      isMeasuredAgain ||= !command.breaks;
      text = `${text.trimEnd()}\n${command.indentation}`;
    } else text += doc.flat;
  }
  return text;
}

function columnOf(text: string): number {
  return text.length - text.lastIndexOf('\n') - 1;
}

function isConcat(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

function partsOf(docs: readonly Doc[], command: Command): Command[] {
  return docs.map((doc) => ({ ...command, doc })).toReversed();
}

function inside({ contents, onlyIf }: Indent, command: Command, broken: ReadonlySet<Group>): Command {
  const isIndented = onlyIf === undefined || broken.has(onlyIf);
  return { ...command, doc: contents, indentation: command.indentation + (isIndented ? '  ' : '') };
}

function stateOf(group: Group, command: Command, rest: readonly Command[], width: number): Command {
  const [first, ...others] = group.states;
  const flat = { ...command, breaks: false, doc: first };
  if (!command.breaks) return { ...flat, breaks: group.breaks };
  if (!group.breaks && fits(flat, rest, width)) return flat;
  const last = { ...command, breaks: true, doc: others.at(-1) ?? first };
  if (group.breaks) return last;
  for (const doc of others) {
    const state = { ...command, breaks: false, doc };
    if (fits(state, rest, width)) return state;
  }
  return last;
}

/** Whether everything up to the next line break fits. */
function fits(next: Command, rest: readonly Command[], width: number): boolean {
  const commands = [next];
  let remaining = width;
  for (let index = rest.length; remaining >= 0;) {
    const command = commands.pop() ?? rest[--index];
    if (command === undefined) return true;
    const { breaks, doc } = command;
    if (typeof doc === 'string') remaining -= doc.length;
    else if (isConcat(doc)) commands.push(...partsOf(doc, command));
    else if (doc.type === 'indent') commands.push({ ...command, doc: doc.contents });
    else if (doc.type === 'if-break') remaining -= breaks ? doc.broken.length : 0;
    else if (doc.type === 'group') {
      const isBroken = breaks || doc.breaks;
      commands.push({
        ...command,
        breaks: isBroken,
        doc: (isBroken ? doc.states.at(-1) : doc.states[0]) ?? '',
      });
    } else if (breaks || doc.isHard) return true;
    else remaining -= doc.flat.length;
  }
  return false;
}
