import { characterCount } from './characters.ts';
import type { Place, Problem } from './problem.ts';

/** Characters for which the caret line has a wide dot, so that the caret is below the right character. */
const wide = /[^\0-\x7f]/u;

/** The text of an expression, with line and column of each offset. */
export class Source {
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  place(offset: number): Place {
    const starts = this.#starts();
    let line = 1;
    while (line < starts.length && starts[line]! <= offset) line++;
    const start = starts[line - 1]!;
    return { offset, line, column: characterCount(this.text.slice(start, offset)) + 1 };
  }

  problem(message: string, offset: number | undefined): Problem {
    return offset === undefined ? { message } : { message, place: this.place(offset) };
  }

  /** All problems as the API server prints them: sorted by place, each with its line and a caret below the place. */
  print(problems: readonly Problem[]): string {
    return problems
      .toSorted((a, b) => (a.place?.offset ?? -1) - (b.place?.offset ?? -1))
      .map((problem) => this.#print(problem))
      .join('\n');
  }

  #print({ message, place }: Problem): string {
    if (place === undefined) return `ERROR: <input>:-1:0: ${message}`;
    const line = (this.text.split('\n')[place.line - 1] ?? '').replaceAll('\t', ' ');
    const characters = [...line];
    const before = characters
      .slice(0, place.column - 1)
      .map((character) => (wide.test(character) ? '．' : '.'));
    const caret = wide.test(characters[place.column - 1] ?? '') ? '＾' : '^';
    return `ERROR: <input>:${place.line}:${place.column}: ${message}\n | ${line}\n | ${before.join('')}${caret}`;
  }

  #starts(): number[] {
    this.#lineStarts ??= [0, ...[...this.text.matchAll(/\n/g)].map((match) => match.index + 1)];
    return this.#lineStarts;
  }
}
