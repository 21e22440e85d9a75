import { Automaton } from './automaton.ts';
import { holds, type Program, programOf } from './program.ts';

interface Thread {
  readonly at: number;
  readonly start: number;
}

export interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * A regular expression with the syntax and semantics of RE2. It simulates all threads of the NFA in parallel, so the
 * time is linear in the text. JavaScript's own engine backtracks, and a pattern can make it hang.
 */
export class Machine {
  readonly #program: Program;
  readonly #automaton: Automaton;

  /** Throws a PatternError. */
  constructor(pattern: string) {
    this.#program = programOf(pattern);
    this.#automaton = new Automaton(this.#program);
  }

  test(text: string): boolean {
    return this.#automaton.accepts(text);
  }

  find(text: string): string {
    const characters = [...text];
    const match = this.#search(characters.map(codeOf), 0);
    return match === undefined ? '' : characters.slice(match.start, match.end).join('');
  }

  /** At most `limit` matches that do not overlap, without empty matches directly after another match. */
  findAll(text: string, limit: number): string[] {
    const characters = [...text];
    const codes = characters.map(codeOf);
    const found: string[] = [];
    let previousEnd = -1;
    for (let from = 0; from <= codes.length && found.length < limit;) {
      const match = this.#search(codes, from);
      if (match === undefined) break;
      const empty = match.end === from;
      if (!empty || match.start !== previousEnd)
        found.push(characters.slice(match.start, match.end).join(''));
      from = empty ? from + 1 : match.end;
      previousEnd = match.end;
    }
    return found;
  }

  /** The leftmost match, of those that start there the one that the pattern prefers. */
  #search(text: readonly number[], from: number): Match | undefined {
    let threads: Thread[] = [];
    let best: Match | undefined;
    for (let position = from; position <= text.length; position++) {
      if (best === undefined) threads.push({ at: this.#program.first, start: position });
      else if (threads.length === 0) break;
      const next: Thread[] = [];
      for (const { at, start } of this.#follow(threads, text, position)) {
        const instruction = this.#program.instructions[at]!;
        if (instruction.kind === 'match') {
          best = { start, end: position };
          break;
        }
        if (instruction.kind === 'character' && position < text.length && instruction.set(text[position]!)) {
          next.push({ at: instruction.next, start });
        }
      }
      threads = next;
    }
    return best;
  }

  /** The threads that wait for a character or have matched, in the order of preference, each place once. */
  #follow(threads: readonly Thread[], text: readonly number[], position: number): Thread[] {
    const seen = new Set<number>();
    const waiting: Thread[] = [];
    for (const thread of threads) {
      const open = [thread.at];
      while (open.length > 0) {
        const at = open.pop()!;
        if (seen.has(at)) continue;
        seen.add(at);
        const instruction = this.#program.instructions[at]!;
        if (instruction.kind === 'split') open.push(instruction.other, instruction.preferred);
        else if (instruction.kind !== 'assertion') waiting.push({ at, start: thread.start });
        else if (holds(instruction.assertion, text[position - 1], text[position]))
          open.push(instruction.next);
      }
    }
    return waiting;
  }
}

const codeOf = (character: string): number => character.codePointAt(0)!;
