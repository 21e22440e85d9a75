import type { Functions } from '../functions/overload.ts';
import type { Type } from '../types/type.ts';

/** What an expression may refer to. */
export interface Environment {
  readonly variables: ReadonlyMap<string, Type>;
  readonly functions: Functions;
  /** Types that are values by name: int, google.protobuf.Timestamp. */
  readonly types: ReadonlyMap<string, Type>;
}
