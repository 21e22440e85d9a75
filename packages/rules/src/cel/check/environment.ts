import type { Functions } from '../functions/overload.ts';
import type { ObjectType, Type } from '../types/type.ts';

/** The variables, functions and types that an expression can refer to. */
export interface Environment {
  readonly variables: ReadonlyMap<string, Type>;
  readonly functions: Functions;
  /** Identifiers that are type values, such as `int` and `google.protobuf.Timestamp`. */
  readonly types: ReadonlyMap<string, Type>;
  /** The types of which expressions can create objects, such as `Object.spec`. */
  readonly structs?: (name: string) => ObjectType | undefined;
}
