import { type CharacterSet, word } from './character-set.ts';
import { parsePattern } from './parse-pattern.ts';
import { type Assertion, type Pattern, PatternError } from './pattern.ts';

type Instruction =
  | { readonly kind: 'character'; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: 'assertion'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'split'; readonly preferred: number; readonly other: number }
  | { readonly kind: 'match' };

interface Thread {
  readonly at: number;
  readonly start: number;
}

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Larger programs are refused: a pattern is not worth more memory. */
const largest = 100_000;

/**
 * A regular expression with the syntax and the meaning of RE2. All ways to match are followed side by side, so that
 * the time is linear in the text: no pattern can hang an evaluation, which JavaScript's own engine allows.
 */
export class Machine {
  readonly #program: readonly Instruction[];
  readonly #first: number;

  /** Throws a PatternError. */
  constructor(pattern: string) {
    const program: Instruction[] = [{ kind: 'match' }];
    this.#first = compile(parsePattern(pattern), 0, program, pattern);
    this.#program = program;
  }

  test(text: string): boolean {
    return this.#search([...text].map(codeOf), 0, true) !== undefined;
  }

  find(text: string): string {
    const characters = [...text];
    const match = this.#search(characters.map(codeOf), 0, false);
    return match === undefined ? '' : characters.slice(match.start, match.end).join('');
  }

  /** All matches that do not overlap, at most so many; an empty one directly behind another does not count. */
  findAll(text: string, limit: number): string[] {
    const characters = [...text];
    const codes = characters.map(codeOf);
    const found: string[] = [];
    let previousEnd = -1;
    for (let from = 0; from <= codes.length && found.length < limit;) {
      const match = this.#search(codes, from, false);
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
  #search(text: readonly number[], from: number, anyMatch: boolean): Match | undefined {
    let threads: Thread[] = [];
    let best: Match | undefined;
    for (let position = from; position <= text.length; position++) {
      if (best === undefined) threads.push({ at: this.#first, start: position });
      else if (threads.length === 0) break;
      const next: Thread[] = [];
      for (const { at, start } of this.#follow(threads, text, position)) {
        const instruction = this.#program[at]!;
        if (instruction.kind === 'match') {
          best = { start, end: position };
          break;
        }
        if (instruction.kind === 'character' && position < text.length && instruction.set(text[position]!)) {
          next.push({ at: instruction.next, start });
        }
      }
      if (best !== undefined && anyMatch) return best;
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
        const instruction = this.#program[at]!;
        if (instruction.kind === 'split') open.push(instruction.other, instruction.preferred);
        else if (instruction.kind !== 'assertion') waiting.push({ at, start: thread.start });
        else if (holds(instruction.assertion, text, position)) open.push(instruction.next);
      }
    }
    return waiting;
  }
}

/** Appends the instructions of a pattern that go on at `next`; returns where they begin. */
function compile(pattern: Pattern, next: number, program: Instruction[], source: string): number {
  const add = (instruction: Instruction): number => {
    if (program.length >= largest) throw new PatternError('expression too large', source);
    return program.push(instruction) - 1;
  };
  switch (pattern.kind) {
    case 'empty':
      return next;
    case 'character':
      return add({ kind: 'character', set: pattern.set, next });
    case 'assertion':
      return add({ kind: 'assertion', assertion: pattern.assertion, next });
    case 'sequence':
      return pattern.parts.reduceRight((after, part) => compile(part, after, program, source), next);
    case 'choice':
      return pattern.parts
        .map((part) => compile(part, next, program, source))
        .reduceRight((other, preferred) => add({ kind: 'split', preferred, other }));
    case 'repeat': {
      const { part, min, max, greedy } = pattern;
      const choose = (again: number, leave: number): Instruction =>
        greedy
          ? { kind: 'split', preferred: again, other: leave }
          : { kind: 'split', preferred: leave, other: again };
      let entry = next;
      if (max === Infinity) {
        const loop = add({ kind: 'match' });
        program[loop] = choose(compile(part, loop, program, source), next);
        entry = loop;
      } else {
        for (let count = min; count < max; count++)
          entry = add(choose(compile(part, entry, program, source), next));
      }
      for (let count = 0; count < min; count++) entry = compile(part, entry, program, source);
      return entry;
    }
  }
}

function holds(assertion: Assertion, text: readonly number[], position: number): boolean {
  const before = text[position - 1];
  const after = text[position];
  switch (assertion) {
    case 'text start':
      return before === undefined;
    case 'text end':
      return after === undefined;
    case 'line start':
      return before === undefined || before === 0x0a;
    case 'line end':
      return after === undefined || after === 0x0a;
    case 'word boundary':
      return isWord(before) !== isWord(after);
    case 'no word boundary':
      return isWord(before) === isWord(after);
  }
}

const isWord = (code: number | undefined): boolean => code !== undefined && word(code);

const codeOf = (character: string): number => character.codePointAt(0)!;
