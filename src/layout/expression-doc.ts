import { type Doc, firstThatFits, group, hardline, ifBreak, indent, join, line, softline } from './doc.ts';
import type { Expression, Link, Member } from './expression.ts';
import { printWidth } from './print-width.ts';

/** The layout that Prettier gives an expression. */
export function expressionDoc(expression: Expression): Doc {
  switch (expression.type) {
    case 'atom':
      return expression.text;
    case 'object':
      return objectDoc(expression.members);
    case 'array':
      return listDoc('[', expression.items.map(expressionDoc), ']');
    case 'prefixed':
      return [expression.prefix, expressionDoc(expression.operand)];
    case 'binary':
      return group(conditionDoc(expression));
    case 'chain': {
      const { links, root } = expression;
      if (links.at(-1)?.type === 'call') return chainDoc(root, links);
      return links.length === 1 && root.type === 'atom'
        ? [root.text, ...links.map(linkDoc)]
        : memberDoc(root, links);
    }
  }
}

/** Puts each operand on its own line if the surrounding parentheses break. */
export function conditionDoc(expression: Expression): Doc {
  if (expression.type !== 'binary') return expressionDoc(expression);
  return join([` ${expression.operator}`, line], expression.operands.map(expressionDoc));
}

/** A delimited list, on one line or with one item per line. */
export function listDoc(open: string, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return open + close;
  return group([open, indent([softline, join([',', line], items)]), ifBreak(','), softline, close]);
}

/** A list in braces, with a space inside each brace. */
export function bracesDoc(items: readonly Doc[]): Doc {
  if (items.length === 0) return '{}';
  return group(['{', indent([line, join([',', line], items)]), ifBreak(','), line, '}']);
}

/** `left = right` or `key: value`. The right side moves to its own line where Prettier would move it. */
export function assignmentDoc(
  left: Doc,
  operator: string,
  right: Expression,
  { hasShortKey = false } = {},
): Doc {
  const value = expressionDoc(right);
  if (right.type === 'binary' || (!hasShortKey && isPoorlyBreakable(right)))
    return group([group(left), operator, group(indent([line, value]))]);
  if (hasShortKey) return [left, operator, ' ', value];
  const space = group(indent(line));
  return group([group(left), operator, space, indent(value, space)]);
}

function objectDoc(members: readonly Member[]): Doc {
  return bracesDoc(members.map(propertyOrSpreadDoc));
}

function propertyOrSpreadDoc({ key, value }: Member): Doc {
  return key === undefined ? expressionDoc(value) : propertyDoc(key, value);
}

/** Moving the value of a very short key to its own line would save almost no space. */
export function propertyDoc(key: string, value: Expression): Doc {
  return assignmentDoc(key, ':', value, { hasShortKey: key.length < 5 });
}

/** The arguments of a call. A last object or array begins on the line of the call if the other arguments fit. */
export function argumentsDoc(args: readonly Expression[]): Doc {
  const docs = args.map(expressionDoc);
  const last = args.at(-1);
  if (last === undefined || !canHug(last) || args.at(-2)?.type === last.type) return listDoc('(', docs, ')');
  const before = docs.slice(0, -1).flatMap((doc) => [doc, ', ']);
  return firstThatFits(
    ['(', ...before, docs.at(-1) ?? '', ')'],
    ['(', ...before, broken(last), ')'],
    group(['(', indent([line, join([',', line], docs)]), ifBreak(','), line, ')'], { breaks: true }),
  );
}

function canHug(expression: Expression): boolean {
  return (
    (expression.type === 'object' && expression.members.length > 0) ||
    (expression.type === 'array' && expression.items.length > 0)
  );
}

function broken(expression: Expression): Doc {
  return group(expressionDoc(expression), { breaks: true });
}

type Call = Extract<Link, { type: 'call' }>;

/** A chain of calls, on one line or with one call per line. */
function chainDoc(root: Expression, links: readonly Link[]): Doc {
  const { first, others } = callGroups(links);
  const docs = others.map((each) => each.map(linkDoc));
  const start = [expressionDoc(root), ...first.map(linkDoc)];
  const oneLine = [...start, ...docs];
  // `Factory.of(…).with(…)`: the first call stays on the line of the class name.
  const isMerged = others.length > 0 && isFactory(root, first);
  if (others.length < (isMerged ? 3 : 2)) return group(oneLine);
  const beside = isMerged ? (docs[0] ?? []) : [];
  const below = docs.slice(isMerged ? 1 : 0);
  const expanded = [...start, ...beside, indent([hardline, join(hardline, below)])];
  const calls = links.filter((link): link is Call => link.type === 'call');
  if (calls.length > 2 && calls.some(({ args }) => !args.every((arg) => isSimple(arg))))
    return group(expanded, { breaks: true });
  return firstThatFits(oneLine, expanded);
}

/** `a.b.c`, which may break before each name; `a.b` stays on one line. */
function memberDoc(root: Expression, links: readonly Link[]): Doc {
  const object = links.slice(0, -1);
  const [last] = links.slice(-1);
  if (last === undefined) return expressionDoc(root);
  const before = object.at(-1)?.type === 'call' ? chainDoc(root, object) : memberDoc(root, object);
  if (last.type !== 'property' || last.text.startsWith('[')) return [before, linkDoc(last)];
  return [before, group(indent([softline, last.text]))];
}

function callGroups(links: readonly Link[]): { first: Link[]; others: Link[][] } {
  let index = 0;
  while (links[index] !== undefined && links[index]?.type !== 'property') index++;
  if (links[0]?.type !== 'call')
    while (links[index]?.type === 'property' && links[index + 1]?.type === 'property') index++;
  const others: Link[][] = [];
  let previous: Link | undefined;
  for (const link of links.slice(index)) {
    if (previous === undefined || (link.type === 'property' && previous.type !== 'property')) others.push([]);
    others.at(-1)?.push(link);
    previous = link;
  }
  return { first: links.slice(0, index), others };
}

function linkDoc(link: Link): Doc {
  if (link.type === 'property') return link.text;
  return link.type === 'non-null' ? '!' : [link.typeArguments, argumentsDoc(link.args)];
}

function isFactory(root: Expression, first: readonly Link[]): boolean {
  const last = first.at(-1);
  if (last === undefined) return root.type === 'atom' && (root.text === 'this' || isClassName(root.text));
  return last.type === 'property' && isClassName(last.text.replace(/^\??\./, ''));
}

function isClassName(name: string): boolean {
  return /^[A-Z]|^[$_]+$/.test(name);
}

/** Whether the expression is a name, a literal or a small composition of them, which needs no line of its own. */
function isSimple(expression: Expression, depth = 2): boolean {
  if (depth === 0) return false;
  const isSimpleInside = (inner: Expression): boolean => isSimple(inner, depth - 1);
  switch (expression.type) {
    case 'atom':
      return true;
    case 'object':
      return expression.members.every(({ key, value }) =>
        key === undefined ? value.type === 'atom' : isSimpleInside(value),
      );
    case 'array':
      return expression.items.every(isSimpleInside);
    case 'prefixed':
      return expression.prefix === '!' || expression.prefix === 'new '
        ? isSimple(expression.operand, depth)
        : false;
    case 'binary':
      return false;
    case 'chain':
      return (
        isSimple(expression.root, depth) &&
        expression.links.every(
          (link) => link.type !== 'call' || (link.args.length <= depth && link.args.every(isSimpleInside)),
        )
      );
  }
}

/** Whether the expression is a string, or a short chain without a good place to break. */
function isPoorlyBreakable(expression: Expression): boolean {
  let value = expression;
  while (value.type === 'prefixed' && value.prefix !== 'new ' && value.prefix !== '...')
    value = value.operand;
  if (value.type === 'atom') return /^['"]/.test(value.text);
  if (value.type !== 'chain' || value.root.type !== 'atom' || !/^[\w$]/.test(value.root.text)) return false;
  const { first, others } = callGroups(value.links);
  if (others.length >= (others.length > 0 && isFactory(value.root, first) ? 3 : 2)) return false;
  return value.links.every(
    (link) =>
      link.type !== 'call' || link.args.length === 0 || (link.args.length === 1 && isLoneShort(link.args[0])),
  );
}

function isLoneShort(argument: Expression | undefined): boolean {
  const limit = printWidth / 4;
  if (argument?.type === 'atom') return argument.text.length <= limit;
  if (argument?.type !== 'chain' || argument.root.type !== 'atom' || argument.links.length !== 1)
    return false;
  const [link] = argument.links;
  return link?.type === 'call' && link.args.length === 0 && argument.root.text.length <= limit - 2;
}
