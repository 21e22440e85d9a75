import type { Place } from '../diagnostics.ts';
import type { Documented } from './documented.ts';

/**
 * A type as written, with unresolved names.
 *
 * The compiler's own types lose aliases and reorder unions, and both matter here, so opgen keeps the syntax.
 */
export type TypeSyntax = { place: Place; text: string } & (
  | { kind: 'keyword'; name: string }
  | { kind: 'literal'; value: string | number | boolean }
  /** A name, or with `module`, a name in another file: `import('./ports.ts').Port`. */
  | { kind: 'reference'; name: string; arguments: readonly TypeSyntax[]; module?: string }
  | { kind: 'array'; element: TypeSyntax }
  | { kind: 'tuple'; elements: readonly TupleElement[] }
  | { kind: 'union'; members: readonly TypeSyntax[] }
  | { kind: 'intersection'; members: readonly TypeSyntax[] }
  | { kind: 'object'; members: readonly Member[]; index?: IndexSignature }
  /** The text and the types between the backticks, in order. */
  | { kind: 'template'; parts: readonly (string | TypeSyntax)[] }
  | { kind: 'keyof'; type: TypeSyntax }
  /** The type of a constant or an enum, or of a part of it. */
  | { kind: 'typeof'; name: string; module?: string }
  | { kind: 'indexed'; object: TypeSyntax; index: TypeSyntax }
  | MappedSyntax
  | {
      kind: 'conditional';
      check: TypeSyntax;
      extends: TypeSyntax;
      whenTrue: TypeSyntax;
      whenFalse: TypeSyntax;
    }
  | { kind: 'unsupported'; what: string; hint?: string }
);

export interface Member extends Documented {
  optional: boolean;
  type: TypeSyntax;
}

/** `[key: string]: string`. The comments above it describe the values. */
export interface IndexSignature extends Documented {
  key: TypeSyntax;
  value: TypeSyntax;
}

export interface TupleElement {
  type: TypeSyntax;
  optional: boolean;
  /** `...string[]`: any number of elements. */
  rest: boolean;
}

/** `{ [K in Keys as Name]?: Value }`. */
export interface MappedSyntax {
  kind: 'mapped';
  parameter: string;
  keys: TypeSyntax;
  rename?: TypeSyntax;
  /** True for `?`, which makes every field optional; false for `-?`; absent if the fields stay as they are. */
  optional?: boolean;
  value: TypeSyntax;
}
