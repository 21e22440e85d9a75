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

export type DiagnosticCode = `OPG${number}`;

export type Severity = 'error' | 'warning';

/** One problem in the user's input. `message` describes it, `hint` is the instruction that solves it. */
export interface Diagnostic {
  code: DiagnosticCode;
  severity: Severity;
  message: string;
  hint?: string | undefined;
  place?: Place | undefined;
}

/** TypeScript that raises a diagnostic, and the same code without the mistake. A test generates manifests from both. */
export interface SourceExample {
  language?: 'ts';
  wrong: string;
  right: string;
}

/**
 * Commands that raise a diagnostic, and commands that do not. A test runs both, each in a copy of a project that has
 * the kind Tree of fruit.example.com/v1, after the commands of `given`.
 */
export interface CommandExample {
  language: 'sh';
  given?: string;
  wrong: string;
  right: string;
}

/** A cause outside the project, which no test can bring about: Ctrl-C, or a bug of opgen. */
export interface OtherExample {
  language: 'text';
  wrong: string;
  right: string;
}

/** What `opgen explain` and the reference print about a code. */
export interface DiagnosticDeclaration {
  /** Stable and never reused: 1xxx markers and types, 2xxx schemas, CRDs and RBAC, 3xxx project and files, 4xxx command line. */
  code: DiagnosticCode;
  title: string;
  explanation: string;
  example: SourceExample | CommandExample | OtherExample;
  /** 'error' by default. */
  severity?: Severity;
}

/** Raises a diagnostic; a severity here overrides the declared one. */
export interface DiagnosticDefinition extends Readonly<DiagnosticDeclaration> {
  (found: Omit<Diagnostic, 'code' | 'severity'> & { severity?: Severity | undefined }): Diagnostic;
}

/** Declares an error code. Each layer declares the codes that it raises in its `diagnostics.ts`. */
export function defineDiagnostic(declaration: DiagnosticDeclaration): DiagnosticDefinition {
  const { code, severity: declared = 'error' } = declaration;
  const raise: (...found: Parameters<DiagnosticDefinition>) => Diagnostic = ({
    message,
    hint,
    place,
    severity = declared,
  }) => ({ code, severity, message, hint, place });
  return Object.assign(raise, declaration);
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

/** The name nearest to what was written, unless it differs too much to be a typo. */
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
