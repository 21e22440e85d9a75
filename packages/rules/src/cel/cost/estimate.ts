import type { CheckedExpression } from '../check/checked-expression.ts';
import type { SchemaType } from '../schema/schema-type.ts';
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  ListExpression,
  MapExpression,
} from '../syntax/expression.ts';
import { estimateExtensionCall } from './extension-calls.ts';
import { estimateKubernetesCall } from './kubernetes-calls.ts';
import type { CallEstimate, CostNode } from './node.ts';
import { type Range, add, exactly, multiply, nothing, union, unknown, unlimited } from './range.ts';
import { type EntrySize, isScalar, joined, literalSize } from './sizes.ts';
import { estimateStandardCall } from './standard-calls.ts';

/** The minimum and maximum cost of an evaluation of the expression, over all values of the schema. */
export function estimateCost(checked: CheckedExpression, self: SchemaType): Range {
  return new Estimator(checked, self).cost(checked.expression);
}

interface Local {
  readonly path: readonly string[];
  readonly size: Range | undefined;
  readonly entries: EntrySize | undefined;
}

const one = exactly(1);
const listCost = exactly(10);
const mapCost = exactly(30);
const structCost = exactly(40);
const none: Range = { min: unlimited, max: 0n };

/** Follows the API server's estimator step by step, so that both return the same number. */
class Estimator {
  readonly #checked: CheckedExpression;
  readonly #self: SchemaType;
  readonly #paths = new Map<Expression, readonly string[]>();
  readonly #sizes = new Map<Expression, Range>();
  readonly #entries = new Map<Expression, EntrySize>();
  #locals: readonly (readonly [name: string, local: Local])[] = [];

  constructor(checked: CheckedExpression, self: SchemaType) {
    this.#checked = checked;
    this.#self = self;
  }

  cost(expression: Expression): Range {
    const named = this.#checked.referenceOf(expression);
    if (named !== undefined && named.kind !== 'function') return this.#name(expression, named.name);
    switch (expression.kind) {
      case 'literal':
        return nothing;
      case 'identifier':
        return this.#name(expression, expression.name);
      case 'select': {
        const operand = this.cost(expression.operand);
        if (expression.presence) return operand;
        this.#paths.set(expression, [...this.#path(expression.operand), expression.field]);
        const { kind } = this.#checked.typeOf(expression.operand);
        return kind === 'map' || kind === 'object' ? add(operand, one) : operand;
      }
      case 'call':
        return this.#call(expression);
      case 'list':
        return this.#list(expression);
      case 'map':
        return this.#map(expression);
      case 'struct':
        return add(...expression.fields.map(({ value }) => this.cost(value)), structCost);
      case 'comprehension':
        return isBinding(expression) ? this.#binding(expression) : this.#comprehension(expression);
    }
  }

  #name(expression: Expression, name: string): Range {
    this.#paths.set(expression, this.#local(name)?.path ?? [name]);
    return one;
  }

  #call(expression: CallExpression): Range {
    const { name, args } = expression;
    const costs = args.map((argument) => this.cost(argument));
    if (name === 'dyn' && args.length === 1) {
      this.#copy(expression, args[0]!);
      return add(one, costs[0]!);
    }
    if (name === '_&&_' || name === '_||_') {
      this.#setSize(expression, this.#size(expression));
      return { min: costs[0]!.min, max: add(...costs).max };
    }
    if (name === '_?_:_') return this.#conditional(expression, costs);
    return add(...this.#dispatch(expression, costs));
  }

  #conditional(expression: CallExpression, [condition, yes, no]: readonly Range[]): Range {
    const [, first, second] = expression.args as [Expression, Expression, Expression];
    this.#setSize(expression, union(this.#sizeOrUnknown(first), this.#sizeOrUnknown(second)));
    this.#setEntries(expression, joined(this.#entrySize(first), this.#entrySize(second)));
    return add(condition!, union(yes!, no!));
  }

  /** The costs of the target of a call, of its arguments, and of the most expensive overload that it may call. */
  #dispatch(expression: CallExpression, costs: readonly Range[]): readonly Range[] {
    const reference = this.#checked.referenceOf(expression);
    const isMethod =
      expression.target !== undefined && reference?.kind === 'function' && !reference.isNamespaced;
    const target = isMethod ? this.cost(expression.target!) : nothing;
    if (reference?.kind !== 'function') {
      this.#setSize(expression, this.#size(expression));
      return [target, ...costs, one];
    }
    const sizeOf = (node: CostNode): Range => node.size ?? this.#schemaSize(node.path) ?? unknown;
    const call = {
      name: reference.name,
      target: isMethod ? this.#node(expression.target!) : undefined,
      args: expression.args.map((argument) => this.#node(argument)),
      sizeOf,
    };
    let costliest = none;
    let size: Range | undefined;
    for (const { id } of reference.overloads) {
      const estimate = estimateCall({ ...call, id });
      costliest = union(costliest, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size);
      size = this.#afterCall(expression, id, size);
    }
    this.#setSize(expression, size);
    return [target, ...costs, costliest];
  }

  /** The size of the result of indexing and concatenation. */
  #afterCall(expression: CallExpression, id: string, size: Range | undefined): Range | undefined {
    const [first, second] = expression.args;
    let result = size;
    if (id === 'index_list' || id === 'index_map') {
      result = this.#entrySize(first!)?.value;
      this.#paths.set(expression, [...this.#path(first!), id === 'index_list' ? '@items' : '@values']);
    } else if (id === 'add_list' || id === 'add_string' || id === 'add_bytes') {
      this.#setEntries(expression, joined(this.#entrySize(first!), this.#entrySize(second!)));
    }
    return result ?? this.#size(expression);
  }

  #list(expression: ListExpression): Range {
    const elements = expression.elements.map(({ value }) => value);
    const costs = elements.map((element) => this.cost(element));
    this.#setEntries(expression, { container: 'list', key: one, value: this.#spread(elements) });
    return add(...costs, listCost);
  }

  #map(expression: MapExpression): Range {
    const keys = expression.entries.map(({ key }) => key);
    const values = expression.entries.map(({ value }) => value);
    const costs = [...keys, ...values].map((part) => this.cost(part));
    this.#setEntries(expression, { container: 'map', key: this.#spread(keys), value: this.#spread(values) });
    return add(...costs, mapCost);
  }

  #spread(parts: readonly Expression[]): Range {
    if (parts.length === 0) return nothing;
    return parts.map((part) => this.#sizeOrUnknown(part)).reduce(union, none);
  }

  #comprehension(expression: ComprehensionExpression): Range {
    const { range, initial, accumulator, variable, secondVariable, condition, step, result } = expression;
    const outer = this.#locals;
    const costs = [this.cost(range), this.cost(initial)];
    const folded = [...outer, [accumulator, this.#asLocal(initial)] as const];
    this.#locals = [...folded, ...this.#elements(range, variable, secondVariable)];
    const perElement = add(this.cost(condition), this.cost(step));
    this.#locals = folded;
    costs.push(this.cost(result));
    this.#locals = outer;
    const count = this.#sizeOrUnknown(range);
    this.#locals = outer;
    if (initial.kind === 'literal') this.#setSize(expression, this.#size(initial));
    if (initial.kind === 'list' || initial.kind === 'map') {
      this.#setSize(expression, count);
      this.#setEntries(expression, this.#entrySize(step));
    }
    return add(...costs, multiply(count, perElement));
  }

  /** The variables of a comprehension: elements or keys; with two variables, keys and values. */
  #elements(range: Expression, first: string, second: string | undefined): (readonly [string, Local])[] {
    const entries = this.#entrySize(range);
    const path = this.#path(range);
    const isList = (entries?.container ?? this.#checked.typeOf(range).kind) === 'list';
    const key: Local = {
      path: [...path, isList ? '@indices' : '@keys'],
      size: entries?.key,
      entries: undefined,
    };
    const value: Local = {
      path: [...path, isList ? '@items' : '@values'],
      size: entries?.value,
      entries: undefined,
    };
    if (second === undefined) return [[first, isList ? value : key]];
    return [
      [first, key],
      [second, value],
    ];
  }

  /** A bound variable, whose value is evaluated once. */
  #binding(expression: ComprehensionExpression): Range {
    const { range, initial, accumulator, result } = expression;
    const outer = this.#locals;
    const costs = [this.cost(range), this.cost(initial)];
    this.#locals = [...outer, [accumulator, this.#asLocal(initial)]];
    costs.push(this.cost(result));
    this.#locals = outer;
    this.#copy(expression, result);
    return add(...costs);
  }

  #asLocal(expression: Expression): Local {
    return {
      path: this.#path(expression),
      size: this.#size(expression),
      entries: this.#entrySize(expression),
    };
  }

  #node(expression: Expression): CostNode {
    const path = this.#path(expression);
    const type = this.#checked.typeOf(expression);
    return { type, expression, path, size: this.#size(expression) };
  }

  #size(expression: Expression): Range | undefined {
    const known = this.#sizes.get(expression) ?? literalSize(expression);
    if (known !== undefined) return known;
    const schema = this.#schemaSize(this.#path(expression));
    if (schema !== undefined) {
      this.#sizes.set(expression, schema);
      return schema;
    }
    if (isScalar(this.#checked.typeOf(expression))) return one;
    return expression.kind === 'identifier' ? this.#local(expression.name)?.size : undefined;
  }

  #sizeOrUnknown(expression: Expression): Range {
    return this.#size(expression) ?? unknown;
  }

  #entrySize(expression: Expression): EntrySize | undefined {
    const known = this.#entries.get(expression);
    if (known !== undefined || expression.kind !== 'identifier') return known;
    return this.#local(expression.name)?.entries;
  }

  /** The size that the schema allows at a path. The first part of the path is a variable, `self` or `oldSelf`. */
  #schemaSize(path: readonly string[]): Range | undefined {
    if (path.length === 0) return undefined;
    let node: SchemaType | undefined = this.#self;
    for (const part of path.slice(1)) {
      if (part === '@items' || part === '@values') node = node.element;
      else node = part === '@keys' ? node.key : node.fields?.get(part);
      if (node === undefined) return undefined;
    }
    return { min: 0n, max: BigInt(node.maxElements) };
  }

  #path(expression: Expression): readonly string[] {
    const local = expression.kind === 'identifier' ? this.#local(expression.name) : undefined;
    return local?.path ?? this.#paths.get(expression) ?? [];
  }

  #local(name: string): Local | undefined {
    return this.#locals.findLast(([local]) => local === name)?.[1];
  }

  #setSize(expression: Expression, size: Range | undefined): void {
    if (size !== undefined) this.#sizes.set(expression, size);
  }

  #setEntries(expression: Expression, size: EntrySize | undefined): void {
    if (size !== undefined) this.#entries.set(expression, size);
  }

  #copy(to: Expression, from: Expression): void {
    this.#setSize(to, this.#size(from));
    this.#setEntries(to, this.#entrySize(from));
  }
}

function estimateCall(call: Parameters<typeof estimateKubernetesCall>[0]): CallEstimate {
  return estimateExtensionCall(call) ?? estimateKubernetesCall(call) ?? estimateStandardCall(call);
}

/** `bind` in syntax/macros.ts expands to a comprehension over an empty list. */
function isBinding({ range, condition }: ComprehensionExpression): boolean {
  return (
    range.kind === 'list' &&
    range.elements.length === 0 &&
    condition.kind === 'literal' &&
    condition.value === false
  );
}
