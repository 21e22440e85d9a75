import type { Place } from '../diagnostics.ts';
import type { Documented } from './documented.ts';

/**
 * A type as it is written: names are not looked up yet.
 *
 * The compiler's own types forget aliases and reorder unions, and both matter here, so this keeps the syntax.
 */
export type TypeSyntax = { place: Place; text: string } & (
  | { kind: 'keyword'; name: string }
  | { kind: 'literal'; value: string | number | boolean }
  /** A name, or with `module` a name of another file: `import('./ports.ts').Port`. */
  | { kind: 'reference'; name: string; arguments: readonly TypeSyntax[]; module?: string }
  | { kind: 'array'; element: TypeSyntax }
  | { kind: 'tuple'; elements: readonly TupleElement[] }
  | { kind: 'union'; members: readonly TypeSyntax[] }
  | { kind: 'intersection'; members: readonly TypeSyntax[] }
  | { kind: 'object'; members: readonly Member[]; index?: IndexSignature }
  /** Text and types by turns, as they stand between the backticks. */
  | { kind: 'template'; parts: readonly (string | TypeSyntax)[] }
  | { kind: 'keyof'; type: TypeSyntax }
  /** The type of a value: a constant or an enum, and maybe a part of it. */
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

/** `[key: string]: string`; what stands above it is about the values. */
export interface IndexSignature extends Documented {
  key: TypeSyntax;
  value: TypeSyntax;
}

export interface TupleElement {
  type: TypeSyntax;
  optional: boolean;
  /** `...string[]`: any number of them. */
  rest: boolean;
}

/** `{ [K in Keys as Name]?: Value }`. */
export interface MappedSyntax {
  kind: 'mapped';
  parameter: string;
  keys: TypeSyntax;
  rename?: TypeSyntax;
  /** `?` makes every field optional, `-?` none; neither leaves it to the type that the keys are of. */
  optional?: boolean;
  value: TypeSyntax;
}
