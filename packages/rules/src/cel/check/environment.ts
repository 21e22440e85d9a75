import type { Functions } from '../functions/overload.ts';
import type { Type } from '../types/type.ts';

/** The variables, functions and types that an expression can refer to. */
export interface Environment {
  readonly variables: ReadonlyMap<string, Type>;
  readonly functions: Functions;
  /** Identifiers that are type values, such as `int` and `google.protobuf.Timestamp`. */
  readonly types: ReadonlyMap<string, Type>;
}
