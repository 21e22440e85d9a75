import { type CharacterSet, word } from './character-set.ts';
import { parsePattern } from './parse-pattern.ts';
import { type Assertion, type Pattern, PatternError } from './pattern.ts';

export type Instruction =
  | { readonly kind: 'character'; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: 'assertion'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'split'; readonly preferred: number; readonly other: number }
  | { readonly kind: 'match' };

/** What a regular expression comes to. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Where it begins. */
  readonly first: number;
}

/** Larger programs are rejected, to limit memory. */
const largest = 100_000;

/** Throws a PatternError. */
export function programOf(pattern: string): Program {
  const instructions: Instruction[] = [{ kind: 'match' }];
  const first = compile(parsePattern(pattern), 0, instructions, pattern);
  return { instructions, first };
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

/** Whether an assertion holds between two characters, either of which may not be there. */
export function holds(assertion: Assertion, before: number | undefined, after: number | undefined): boolean {
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
