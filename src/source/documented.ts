import type { Place } from '../diagnostics.ts';

/** One comment line that begins with `+` and a letter: it may be a marker. */
export interface CommentLine {
  /** From the `+` to the end of the line, trimmed. */
  text: string;
  place: Place;
  /** `beside` when code stands before it on the same line. */
  position: 'above' | 'beside';
}

/** What every declaration and field has. */
export interface Documented {
  name: string;
  place: Place;
  /** The prose of its comment, without comment signs, marker lines and JSDoc tags. */
  doc: string;
  /** Marker lines that belong to it, in the order written. */
  comments: readonly CommentLine[];
}
