import type { Overload } from '../functions/overload.ts';
import type { Expression } from '../syntax/expression.ts';
import type { Type } from '../types/type.ts';

/** What a name or a call refers to. */
export type Reference =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'type'; readonly name: string }
  | {
      readonly kind: 'function';
      readonly name: string;
      /** The overloads that the types of the arguments allow. The values select one of them. */
      readonly overloads: readonly Overload[];
      /** As in `lists.range(3)`, where `lists` is part of the name of the function, not a target. */
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
