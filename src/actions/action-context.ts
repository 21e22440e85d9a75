import type { Diagnostic } from '../diagnostics.ts';
import type { ActionResult } from './action-result.ts';

/** What an action may use of the process that it runs in. */
export interface ActionContext {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** Asks the user; absent where nobody can answer. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Calls the function with each key that is pressed, until the returned function is called; absent off a terminal. */
  readonly keys?: ((onKey: (key: string) => void) => () => void) | undefined;
  /** Reads standard input to its end. */
  readonly input?: (() => Promise<string>) | undefined;
  /** Aborted by Ctrl-C. No action writes files after that. */
  readonly interrupted?: AbortSignal | undefined;
  /** Where a new project gets the packages of opgen from, unless from where this build says. */
  readonly packages?: 'vendor' | 'registry' | undefined;
  /** Reports a warning together with the result. */
  readonly warn: (warning: Diagnostic) => void;
  /** Prints the first part of the result for people, before steps that take long. */
  readonly print: (text: string) => void;
  readonly paint: Paint;
  /** Columns of the output. */
  readonly width: number;
  readonly progress: Progress;
  readonly repeatedRuns: RepeatedRuns;
}

/** Styles text, where the output has colors. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

/** Reports what an action is doing and how long it takes. */
export interface Progress {
  /** Runs a step. Its name says what it does: `read src/`. */
  step<T>(name: string, work: () => T | Promise<T>): Promise<T>;
  /**
   * Runs a tool that may take minutes, and says so at once. On a terminal the tool writes to stderr itself, so that its
   * own progress is visible; otherwise its output is captured.
   */
  tool<T>(name: string, run: (output: 'terminal' | 'captured') => Promise<T>): Promise<T>;
  /** Reports a detail with `--verbose`, such as the name of a file that was read. */
  detail(text: string): void;
}

/** For an action that runs until it is interrupted, and reports each of its runs. */
export interface RepeatedRuns {
  /** From now on, Ctrl-C is the regular end. */
  begin(): AbortSignal;
  /** Reports the result, or the errors that it fails with. */
  report(run: () => Promise<ActionResult>): Promise<void>;
}
