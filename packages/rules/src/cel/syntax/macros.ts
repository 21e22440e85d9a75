import type { Expression, LiteralValue } from './expression.ts';

/** A call that may be a macro. */
export interface MacroArguments {
  readonly name: string;
  readonly target?: Expression;
  readonly args: readonly Expression[];
  readonly offset: number;
}

/** A macro whose arguments have the wrong form. */
export class MacroError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

type Expand = (call: Required<MacroArguments>) => Expression;

/** The name of the accumulator, which is not a valid name of a variable. */
export const accumulatorName = '@result';

/** Macros by name and number of arguments; a method's arguments do not count its target. */
const methods: Readonly<Record<string, Expand>> = {
  'all/2': (call) => quantified(call, 'all'),
  'all/3': (call) => quantified(call, 'all'),
  'exists/2': (call) => quantified(call, 'exists'),
  'exists/3': (call) => quantified(call, 'exists'),
  'exists_one/2': (call) => quantified(call, 'one'),
  'exists_one/3': (call) => quantified(call, 'one'),
  'existsOne/2': (call) => quantified(call, 'one'),
  'existsOne/3': (call) => quantified(call, 'one'),
  'map/2': (call) => listOf(call, [variable(call, 0)], undefined, call.args[1]!),
  'map/3': (call) => listOf(call, [variable(call, 0)], call.args[1]!, call.args[2]!),
  'filter/2': (call) => listOf(call, [variable(call, 0)], call.args[1]!, call.args[0]!),
  'transformList/3': (call) => listOf(call, twoVariables(call), undefined, call.args[2]!),
  'transformList/4': (call) => listOf(call, twoVariables(call), call.args[2]!, call.args[3]!),
  'transformMap/3': (call) => transformedMap(call, undefined, [key(call), call.args[2]!]),
  'transformMap/4': (call) => transformedMap(call, call.args[2]!, [key(call), call.args[3]!]),
  'transformMapEntry/3': (call) => transformedMap(call, undefined, [call.args[2]!]),
  'transformMapEntry/4': (call) => transformedMap(call, call.args[2]!, [call.args[3]!]),
  'sortBy/2': sortedBy,
  'optMap/2': (call) => mappedOptional(call, (bound) => invoke(call, 'optional.of', [bound])),
  'optFlatMap/2': (call) => mappedOptional(call, (bound) => bound),
};

/** The expansion of a macro, or undefined if the call is an ordinary one. */
export function expandMacro(call: MacroArguments): Expression | undefined {
  const { name, target, args, offset } = call;
  if (target === undefined)
    return name === 'has' && args.length === 1 ? presence(args[0]!, offset) : undefined;
  const signature = `${name}/${args.length}`;
  return Object.hasOwn(methods, signature) ? methods[signature]!({ ...call, target }) : undefined;
}

function presence(argument: Expression, offset: number): Expression {
  if (argument.kind !== 'select') throw new MacroError('invalid argument to has() macro', argument.offset);
  return { ...argument, presence: true, offset };
}

function quantified(call: Required<MacroArguments>, quantifier: 'all' | 'exists' | 'one'): Expression {
  const { args } = call;
  const message = 'argument must be a simple name';
  const names = args.length === 2 ? [variable(call, 0, message)] : twoVariables(call);
  const predicate = args.at(-1)!;
  const accumulator = identifier(call, accumulatorName);
  switch (quantifier) {
    case 'all':
      return fold(call, names, literal(call, true), {
        condition: invoke(call, '@not_strictly_false', [identifier(call, accumulatorName)]),
        step: invoke(call, '_&&_', [accumulator, predicate]),
      });
    case 'exists':
      return fold(call, names, literal(call, false), {
        condition: invoke(call, '@not_strictly_false', [
          invoke(call, '!_', [identifier(call, accumulatorName)]),
        ]),
        step: invoke(call, '_||_', [accumulator, predicate]),
      });
    case 'one':
      return fold(call, names, literal(call, 0n), {
        condition: literal(call, true),
        step: when(call, predicate, invoke(call, '_+_', [accumulator, literal(call, 1n)])),
        result: invoke(call, '_==_', [identifier(call, accumulatorName), literal(call, 1n)]),
      });
  }
}

function listOf(
  call: Required<MacroArguments>,
  names: readonly string[],
  filter: Expression | undefined,
  element: Expression,
): Expression {
  const list: Expression = {
    kind: 'list',
    elements: [{ value: element, optional: false }],
    offset: call.offset,
  };
  const step = invoke(call, '_+_', [identifier(call, accumulatorName), list]);
  return fold(
    call,
    names,
    { kind: 'list', elements: [], offset: call.offset },
    {
      condition: literal(call, true),
      step: filter === undefined ? step : when(call, filter, step),
    },
  );
}

function transformedMap(
  call: Required<MacroArguments>,
  filter: Expression | undefined,
  entry: readonly Expression[],
): Expression {
  const step = invoke(call, 'cel.@mapInsert', [identifier(call, accumulatorName), ...entry]);
  return fold(
    call,
    twoVariables(call),
    { kind: 'map', entries: [], offset: call.offset },
    {
      condition: literal(call, true),
      step: filter === undefined ? step : when(call, filter, step),
    },
  );
}

/** `optional.optMap(v, f)`: `f` with the value of the optional, if it has one. */
function mappedOptional(call: Required<MacroArguments>, wrap: (bound: Expression) => Expression): Expression {
  const { name, target, args, offset } = call;
  const [first, mapped] = args as [Expression, Expression];
  if (first.kind !== 'identifier') {
    throw new MacroError(`${name}() variable name must be a simple identifier`, first.offset);
  }
  const value: Expression = { kind: 'call', name: 'value', target: copy(target), args: [], offset };
  const hasValue: Expression = { kind: 'call', name: 'hasValue', target, args: [], offset };
  const otherwise = invoke(call, 'optional.none', []);
  return invoke(call, '_?_:_', [hasValue, wrap(bind(call, first.name, value, mapped)), otherwise]);
}

const sortInput = '@__sortBy_input__';

/** `list.sortBy(v, key)`: binds the list to a variable, so that it is evaluated once. */
function sortedBy(call: Required<MacroArguments>): Expression {
  const { target, args, offset } = call;
  if (target.kind === 'literal' || target.kind === 'map' || target.kind === 'struct') {
    const message =
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression';
    throw new MacroError(message, target.offset);
  }
  const keys = listOf(
    { ...call, target: identifier(call, sortInput) },
    [variable(call, 0)],
    undefined,
    args[1]!,
  );
  return bind(call, sortInput, target, {
    kind: 'call',
    name: '@sortByAssociatedKeys',
    target: identifier(call, sortInput),
    args: [keys],
    offset,
  });
}

/** Binds a value to a variable: a comprehension over an empty list, whose accumulator is the value. */
function bind(call: MacroArguments, name: string, value: Expression, result: Expression): Expression {
  return {
    kind: 'comprehension',
    range: { kind: 'list', elements: [], offset: call.offset },
    variable: '#unused',
    accumulator: name,
    initial: value,
    condition: literal(call, false),
    step: identifier(call, name),
    result,
    offset: call.offset,
  };
}

interface Fold {
  readonly condition: Expression;
  readonly step: Expression;
  readonly result?: Expression;
}

function fold(
  call: Required<MacroArguments>,
  [first, second]: readonly string[],
  initial: Expression,
  { condition, step, result }: Fold,
): Expression {
  return {
    kind: 'comprehension',
    range: call.target,
    variable: first!,
    ...(second === undefined ? {} : { secondVariable: second }),
    accumulator: accumulatorName,
    initial,
    condition,
    step,
    result: result ?? identifier(call, accumulatorName),
    offset: call.offset,
  };
}

function when(call: MacroArguments, filter: Expression, step: Expression): Expression {
  return invoke(call, '_?_:_', [filter, step, identifier(call, accumulatorName)]);
}

function variable(
  { args }: MacroArguments,
  index: number,
  message = 'argument is not an identifier',
): string {
  const argument = args[index]!;
  if (argument.kind !== 'identifier') throw new MacroError(message, argument.offset);
  if (argument.name === '__result__') {
    throw new MacroError('iteration variable overwrites accumulator variable', argument.offset);
  }
  return argument.name;
}

function twoVariables(call: MacroArguments): readonly string[] {
  const message = 'argument must be a simple name';
  const names = [variable(call, 0, message), variable(call, 1, message)] as const;
  if (names[0] === names[1])
    throw new MacroError(`duplicate variable name: ${names[0]}`, call.args[1]!.offset);
  return names;
}

function key(call: MacroArguments): Expression {
  return identifier(call, variable(call, 0, 'argument must be a simple name'));
}

function invoke({ offset }: MacroArguments, name: string, args: readonly Expression[]): Expression {
  return { kind: 'call', name, args, offset };
}

function identifier({ offset }: MacroArguments, name: string): Expression {
  return { kind: 'identifier', name, offset };
}

function literal({ offset }: MacroArguments, value: LiteralValue): Expression {
  return { kind: 'literal', value, offset };
}

/** Nodes are identified by reference, so a node that occurs twice in the tree must be copied. */
function copy(expression: Expression): Expression {
  return structuredClone(expression);
}
