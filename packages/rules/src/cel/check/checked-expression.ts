import type { Overload } from '../functions/overload.ts';
import type { Expression } from '../syntax/expression.ts';
import type { Type } from '../types/type.ts';

/** What a name or a call turned out to mean. */
export type Reference =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'type'; readonly name: string }
  | {
      readonly kind: 'function';
      readonly name: string;
      /** The overloads that the types allow; the values decide among them. */
      readonly overloads: readonly Overload[];
      /** lists.range(3): what looks like a target is part of the function's name. */
      readonly isNamespaced: boolean;
    };

/** An expression without type errors. */
export interface CheckedExpression {
  readonly expression: Expression;
  readonly type: Type;
  typeOf(expression: Expression): Type;
  referenceOf(expression: Expression): Reference | undefined;
  references(): readonly Reference[];
}
