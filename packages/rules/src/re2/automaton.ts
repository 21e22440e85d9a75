import { word } from './character-set.ts';
import { holds, type Program } from './program.ts';

/** What is known after a part of a text: where all ways to match have come to. */
interface State {
  /** The instructions that wait for the next character. */
  readonly threads: readonly number[];
  /** A character like the one before, as far as assertions tell characters apart. */
  readonly before: number | undefined;
  /** What follows from a character; true is a match. */
  readonly next: Map<number, State | true>;
}

/** More than that are forgotten, and found again where they are needed. */
const mostStates = 500;
const mostCharacters = 500;

/** Stands for the end of the text, behind which nothing waits. */
const end = -1;

/**
 * Tells whether a text matches, with no more than a look-up for each character that was seen before at the same place: a
 * schema has few patterns and many values.
 */
export class Automaton {
  readonly #program: Program;
  readonly #states = new Map<string, State>();
  readonly #start: State = { threads: [], before: undefined, next: new Map() };

  constructor(program: Program) {
    this.#program = program;
  }

  accepts(text: string): boolean {
    let state = this.#start;
    for (let at = 0; at < text.length;) {
      const code = text.codePointAt(at)!;
      at += code > 0xff_ff ? 2 : 1;
      const next = state.next.get(code) ?? this.#follow(state, code);
      if (next === true) return true;
      state = next;
    }
    return (state.next.get(end) ?? this.#follow(state, end)) === true;
  }

  #follow(state: State, code: number): State | true {
    const next = this.#after(state, code);
    if (state.next.size < mostCharacters) state.next.set(code, next);
    return next;
  }

  #after(state: State, code: number): State | true {
    const waiting = this.#waiting(state, code === end ? undefined : code);
    if (waiting === undefined) return true;
    return code === end ? state : this.#state(this.#step(waiting, code), likeness(code));
  }

  #step(waiting: readonly number[], code: number): number[] {
    const next = new Set<number>();
    for (const at of waiting) {
      const instruction = this.#program.instructions[at]!;
      if (instruction.kind === 'character' && instruction.set(code)) next.add(instruction.next);
    }
    return [...next].toSorted((a, b) => a - b);
  }

  #state(threads: readonly number[], before: number | undefined): State {
    const key = `${before} ${threads.join(' ')}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= mostStates) this.#states.clear();
    const state = { threads, before, next: new Map<number, State | true>() };
    this.#states.set(key, state);
    return state;
  }

  /** The instructions that wait for a character, also those of a match that begins here; nothing if one is complete. */
  #waiting({ before, threads }: State, after: number | undefined): number[] | undefined {
    const { first, instructions } = this.#program;
    const seen = new Set<number>();
    const waiting: number[] = [];
    const open = [first, ...threads];
    while (open.length > 0) {
      const at = open.pop()!;
      if (seen.has(at)) continue;
      seen.add(at);
      const instruction = instructions[at]!;
      if (instruction.kind === 'match') return undefined;
      if (instruction.kind === 'character') waiting.push(at);
      else if (instruction.kind === 'split') open.push(instruction.other, instruction.preferred);
      else if (holds(instruction.assertion, before, after)) open.push(instruction.next);
    }
    return waiting;
  }
}

/** Assertions know line ends, letters of words, and all others. */
function likeness(code: number): number {
  if (code === 0x0a) return code;
  return word(code) ? 0x61 : 0x20;
}
