import type { Place } from '../diagnostics.ts';
import type { IndexSignature, Member } from './source-file.ts';

/**
 * A type as it is written: names are not looked up yet.
 *
 * The compiler's own types forget aliases and reorder unions, and both matter here, so this keeps the syntax.
 */
export type TypeSyntax = { place: Place; text: string } & (
  | { kind: 'keyword'; name: string }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'reference'; name: string; arguments: readonly TypeSyntax[] }
  | { kind: 'array'; element: TypeSyntax }
  | { kind: 'tuple'; elements: readonly TypeSyntax[] }
  | { kind: 'union'; members: readonly TypeSyntax[] }
  | { kind: 'intersection'; members: readonly TypeSyntax[] }
  | { kind: 'object'; members: readonly Member[]; index?: IndexSignature }
  | { kind: 'template' }
  | { kind: 'unsupported'; what: string }
);
