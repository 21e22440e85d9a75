import type { Place } from '../diagnostics.ts';

/** One comment line that begins with `+` and a letter: it may be a marker. */
export interface CommentLine {
  /** From the `+` to the end of the line, trimmed. */
  text: string;
  place: Place;
  /** The offset of the `+` in the text of the file. */
  start: number;
  /** `beside` if code precedes it on the same line. */
  position: 'above' | 'beside';
}

/** The common part of declarations and fields. */
export interface Documented {
  name: string;
  place: Place;
  /** The prose of its comment, without comment delimiters, marker lines and JSDoc tags. */
  doc: string;
  /** The marker lines that describe it, in source order. */
  comments: readonly CommentLine[];
}
