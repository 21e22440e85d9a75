import type { Overload } from '../functions/overload.ts';
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  IdentifierExpression,
  ListExpression,
  MapExpression,
  SelectExpression,
  StructExpression,
  StructField,
} from '../syntax/expression.ts';
import {
  type ObjectType,
  type Type,
  boolType,
  dynType,
  errorType,
  formatType,
  intType,
  listType,
  mapType,
  optionalType,
  parameter,
  parametersOf,
  sameType,
  stringType,
} from '../types/type.ts';
import {
  type Substitution,
  assign,
  isDynamic,
  isOptional,
  mostGeneral,
  substitute,
  unwrapOptional,
} from '../types/unify.ts';
import type { CheckedExpression, Reference } from './checked-expression.ts';
import type { Environment } from './environment.ts';
import { declaredField, literalType, qualifiedName } from './names-and-literals.ts';
import * as wording from './error-messages.ts';

/** Determines the type of every part of an expression in one walk, bottom-up. */
export class Checker {
  readonly problems: { readonly message: string; readonly offset: number }[] = [];
  readonly #environment: Environment;
  readonly #types = new Map<Expression, Type>();
  readonly #references = new Map<Expression, Reference>();
  #scopes: readonly ReadonlyMap<string, Type>[];
  #substitution: Substitution = new Map();
  #unknowns = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#scopes = [environment.variables];
  }

  check(expression: Expression): CheckedExpression {
    this.#check(expression);
    const substitution = this.#substitution;
    const typeOf = (part: Expression): Type =>
      substitute(substitution, this.#types.get(part) ?? errorType, dynType);
    return {
      expression,
      type: typeOf(expression),
      typeOf,
      referenceOf: (part) => this.#references.get(part),
      references: () => [...this.#references.values()],
    };
  }

  #check(expression: Expression): Type {
    const type = this.#typeOf(expression);
    this.#types.set(expression, type);
    return type;
  }

  #typeOf(expression: Expression): Type {
    switch (expression.kind) {
      case 'literal':
        return literalType(expression.value);
      case 'identifier':
        return this.#identifier(expression);
      case 'select':
        return this.#select(expression);
      case 'call':
        return this.#call(expression);
      case 'list':
        return this.#list(expression);
      case 'map':
        return this.#map(expression);
      case 'struct':
        return this.#struct(expression);
      case 'comprehension':
        return this.#comprehension(expression);
    }
  }

  #identifier(expression: IdentifierExpression): Type {
    const { name, offset } = expression;
    return this.#named(expression, name) ?? this.#problem(wording.undeclared(name), offset, errorType);
  }

  #named(expression: Expression, text: string): Type | undefined {
    const name = text.replace(/^\./, '');
    const variable = this.#scopes.findLast((scope) => scope.has(name))?.get(name);
    if (variable !== undefined) {
      this.#references.set(expression, { kind: 'variable', name });
      return variable;
    }
    const type = this.#declaredType(name);
    if (type === undefined) return undefined;
    this.#references.set(expression, { kind: 'type', name });
    return { kind: 'type', of: type };
  }

  #declaredType(name: string): Type | undefined {
    return this.#environment.types.get(name) ?? this.#environment.structs?.(name);
  }

  #select(expression: SelectExpression): Type {
    const { operand, field, presence, offset } = expression;
    const qualified = presence ? undefined : qualifiedName(expression);
    const named = qualified === undefined ? undefined : this.#named(expression, qualified);
    if (named !== undefined) return named;
    const selected = this.#field(operand, field, offset, false);
    return presence ? boolType : substitute(this.#substitution, selected);
  }

  #field(operand: Expression, field: string, offset: number, optional: boolean): Type {
    const operandType = substitute(this.#substitution, this.#check(operand));
    const target = unwrapOptional(operandType);
    const result = this.#fieldOf(target, field, offset);
    return optional || isOptional(operandType) ? optionalType(result) : result;
  }

  #fieldOf(target: Type, field: string, offset: number): Type {
    switch (target.kind) {
      case 'map':
        return target.value;
      case 'object':
        return (
          declaredField(target, field) ??
          this.#problem(wording.missingField(target, field), offset, errorType)
        );
      case 'parameter':
        this.#assignable([dynType], [target]);
        return dynType;
      default:
        return isDynamic(target) ? dynType : this.#problem(wording.withoutFields(target), offset, dynType);
    }
  }

  #call(expression: CallExpression): Type {
    const { name, target, args, offset } = expression;
    if (name === '_?._') return this.#optionalField(expression);
    for (const argument of args) this.#check(argument);
    const { functions } = this.#environment;
    if (target === undefined) return this.#resolve(expression, name.replace(/^\./, ''), undefined);
    const qualified = qualifiedName(target);
    if (qualified !== undefined && functions.has(`${qualified}.${name}`)) {
      return this.#resolve(expression, `${qualified}.${name}`, undefined);
    }
    this.#check(target);
    if (!functions.has(name)) return this.#problem(wording.undeclared(name), offset, errorType);
    return this.#resolve(expression, name, target);
  }

  /** `operand.?field`, which the parser turns into a call with the name of the field as a literal. */
  #optionalField({ args, offset }: CallExpression): Type {
    const [operand, field] = args as [Expression, Expression];
    const name = field.kind === 'literal' ? String(field.value) : '';
    this.#types.set(field, stringType);
    return substitute(this.#substitution, this.#field(operand, name, offset, true));
  }

  #resolve(expression: CallExpression, name: string, target: Expression | undefined): Type {
    const { args, offset } = expression;
    const declared = this.#environment.functions.get(name);
    if (declared === undefined) return this.#problem(wording.undeclared(name), offset, errorType);
    const given = [...(target === undefined ? [] : [target]), ...args].map((argument) =>
      this.#types.get(argument)!,
    );
    if (name === '_&&_' || name === '_||_') return this.#logic(args, given);
    const overloads: Overload[] = [];
    let result: Type | undefined;
    for (const overload of declared) {
      if (overload.isMethod !== (target !== undefined)) continue;
      const [returned, ...wanted] = this.#instantiate(overload);
      if (!this.#assignable(given, wanted)) continue;
      overloads.push(overload);
      const type = substitute(this.#substitution, returned!);
      if (result === undefined) result = type;
      else if (result.kind !== 'dyn' && !sameType(result, type)) result = dynType;
    }
    if (result === undefined) {
      const shown = given.map((type) => substitute(this.#substitution, type, dynType));
      return this.#problem(wording.noOverload(name, shown, target !== undefined), offset, errorType);
    }
    this.#references.set(expression, {
      kind: 'function',
      name,
      overloads,
      isNamespaced: target === undefined && expression.target !== undefined,
    });
    return result;
  }

  #logic(args: readonly Expression[], given: readonly Type[]): Type {
    let result = boolType;
    for (const [index, type] of given.entries()) {
      if (this.#assignable([type], [boolType])) continue;
      result = this.#problem(wording.mismatch(boolType, type), args[index]!.offset, errorType);
    }
    return result;
  }

  /** The result and the parameters, with fresh type parameters for this call. */
  #instantiate({ parameters, result }: Overload): Type[] {
    const fresh = new Map<string, Type>();
    const rename = (type: Type): void => {
      if (type.kind === 'parameter' && !fresh.has(type.name)) fresh.set(type.name, this.#unknown());
      parametersOf(type).forEach(rename);
    };
    const types = [result, ...parameters];
    types.forEach(rename);
    return fresh.size === 0 ? types : types.map((type) => substitute(fresh, type));
  }

  #list({ elements }: ListExpression): Type {
    let joined: Type | undefined;
    for (const { value, optional } of elements) {
      const type = this.#entryType(value, optional);
      joined = joined === undefined ? type : this.#join(joined, type);
    }
    return listType(joined ?? this.#unknown());
  }

  #map({ entries }: MapExpression): Type {
    let keys: Type | undefined;
    let values: Type | undefined;
    for (const { key, value, optional } of entries) {
      const keyType = this.#check(key);
      keys = keys === undefined ? keyType : this.#join(keys, keyType);
      const type = this.#entryType(value, optional);
      values = values === undefined ? type : this.#join(values, type);
    }
    return mapType(keys ?? this.#unknown(), values ?? this.#unknown());
  }

  #entryType(value: Expression, optional: boolean): Type {
    const type = this.#check(value);
    if (!optional) return type;
    if (isOptional(type)) return unwrapOptional(type);
    return isDynamic(type)
      ? type
      : this.#problem(wording.mismatch(optionalType(type), type), value.offset, type);
  }

  /** Elements of different types have no common type; check/literals.ts rejects most such lists. */
  #join(previous: Type, current: Type): Type {
    return this.#assignable([previous], [current]) ? mostGeneral(previous, current) : dynType;
  }

  #struct({ typeName, fields, offset }: StructExpression): Type {
    const type = this.#declaredType(typeName.replace(/^\./, ''));
    if (type === undefined) return this.#problem(wording.undeclared(typeName), offset, errorType);
    if (type.kind !== 'object')
      return this.#problem(`'${formatType(type)}' is not a message type`, offset, errorType);
    for (const field of fields) this.#structField(type, field);
    return type;
  }

  #structField(type: ObjectType, { name, value, optional, offset }: StructField): void {
    const given = this.#check(value);
    const wanted = declaredField(type, name);
    if (wanted === undefined) {
      this.#problem(wording.undefinedField(name), offset, undefined);
      return;
    }
    const found = optional ? unwrapOptional(given) : given;
    if (!this.#assignable([wanted], [found]))
      this.#problem(wording.fieldMismatch(name, wanted, found), offset, undefined);
  }

  #comprehension(expression: ComprehensionExpression): Type {
    const { range, variable, secondVariable, accumulator, initial, condition, step, result } = expression;
    const rangeType = substitute(this.#substitution, (this.#check(range), this.#types.get(range)!));
    const accumulated = this.#check(initial);
    const outer = this.#scopes;
    const folded = [...outer, new Map([[accumulator, accumulated]])];
    const [first, second] = this.#elements(rangeType, range, secondVariable !== undefined);
    const names =
      secondVariable === undefined
        ? [[variable, first] as const]
        : [[variable, first] as const, [secondVariable, second] as const];
    this.#scopes = [...folded, new Map(names)];
    this.#expect(condition, boolType);
    this.#expect(step, accumulated);
    this.#scopes = folded;
    const type = this.#check(result);
    this.#scopes = outer;
    return substitute(this.#substitution, type);
  }

  #elements(type: Type, range: Expression, pairs: boolean): readonly [Type, Type] {
    switch (type.kind) {
      case 'list':
        return pairs ? [intType, type.element] : [type.element, errorType];
      case 'map':
        return [type.key, type.value];
      case 'dyn':
      case 'error':
      case 'parameter':
        this.#assignable([dynType], [type]);
        return [dynType, dynType];
      default:
        return this.#problem(wording.notIterable(type), range.offset, [errorType, errorType] as const);
    }
  }

  #expect(expression: Expression, wanted: Type): void {
    const found = this.#check(expression);
    if (!this.#assignable([wanted], [found])) {
      this.#problem(wording.mismatch(wanted, found), expression.offset, undefined);
    }
  }

  #assignable(from: readonly Type[], to: readonly Type[]): boolean {
    const extended = assign(this.#substitution, from, to);
    if (extended !== undefined) this.#substitution = extended;
    return extended !== undefined;
  }

  #unknown(): Type {
    return parameter(`_var${this.#unknowns++}`);
  }

  #problem<Result>(message: string, offset: number, result: Result): Result {
    this.problems.push({ message, offset });
    return result;
  }
}
