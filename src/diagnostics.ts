/** Where in the user's project something is. */
export interface Place {
  /** Relative to the project, with forward slashes. */
  file: string;
  /** Counted from 1. */
  line: number;
  /** Counted from 1, in UTF-16 units. */
  column: number;
  /** How many characters are meant; one when absent, none where it is the file as a whole. */
  length?: number;
}

/** The file as a whole, where no line of it is to blame. */
export function wholeFile(file: string): Place {
  return { file, line: 1, column: 1, length: 0 };
}

/**
 * One thing that is wrong, told so that the reader can act on it.
 *
 * `message` says what is wrong, `hint` what to do about it. Codes are stable and never reused:
 * 1xxx markers and types, 2xxx schema, CRD and RBAC rules, 3xxx project, names and files, 4xxx command line.
 */
export interface Diagnostic {
  code: `OPG${number}`;
  severity: 'error' | 'warning';
  message: string;
  hint?: string;
  place?: Place;
}

/** What `opgen explain` tells about a code. Each layer lists its own in its `codes.ts`. */
export interface CodeExplanation {
  title: string;
  explanation: string;
}

/** The user's input is wrong: every problem found, none of them ours. */
export class UserError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[]) {
    const all = 'code' in diagnostics ? [diagnostics] : diagnostics;
    super(all.map(({ message }) => message).join('\n'));
    this.name = 'UserError';
    this.diagnostics = all;
  }
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** A hint that offers the nearest of the names that exist, or nothing when none is near. */
export function didYouMean(written: string, names: Iterable<string>): string | undefined {
  const nearest = nearestName(written, names);
  return nearest === undefined ? undefined : `did you mean '${nearest}'?`;
}

/** The name nearest to what was written, if it can be told from a mere coincidence. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let best = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < best) [nearest, best] = [name, distance];
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const above = rows[row - 1] ?? [];
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, (rows[row - 2]?.[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    rows.push(current);
  }
  return rows[from.length]?.[to.length] ?? 0;
}
