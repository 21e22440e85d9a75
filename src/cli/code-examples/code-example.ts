/** What raises a code, and what to write instead. */
export interface CodeExample {
  wrong: string;
  right: string;
}
