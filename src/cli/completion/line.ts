import type { Command, Option } from 'commander';

/** What a shell has of a command line when somebody asks how it may go on. */
export interface Line {
  /** The deepest command that is named. */
  command: Command;
  /** Arguments of the command that are there already. */
  operands: readonly string[];
  /** Values that options have already, by the long form of their flag. */
  given: Readonly<Record<string, readonly string[]>>;
  /** The option whose value is being written. */
  option: Option | undefined;
  /** What is there of the word that is being written, and what stands before it in the same word: `--license=`. */
  current: string;
  before: string;
}

/** Reads the words after `opgen`, of which the last one is being written. It may be empty. */
export function readLine(program: Command, words: readonly string[]): Line {
  // bash makes words of their own of the equals signs.
  const joined = words.filter((word, index) => word !== '=' || index === words.length - 1);
  const last = (joined.at(-1) ?? '').trim();
  const current = last === '=' ? '' : last;

  let command = program;
  const operands: string[] = [];
  const given: Record<string, string[]> = {};
  let open: Option | undefined;
  for (const word of joined.slice(0, -1)) {
    if (open !== undefined && !(open.optional && word.startsWith('-'))) {
      (given[flagOf(open)] ??= []).push(word);
      open = undefined;
      continue;
    }
    open = undefined;
    if (word.startsWith('-')) {
      const [flag = '', value] = word.split(/=(.*)/, 2);
      const option = optionOf(command, flag);
      if (option === undefined) continue;
      given[flagOf(option)] ??= [];
      if (value !== undefined) given[flagOf(option)]?.push(value);
      else if (takesValue(option)) open = option;
      continue;
    }
    const below = command.commands.find((known) => known.name() === word);
    if (below !== undefined && operands.length === 0) command = below;
    else operands.push(word);
  }

  const written = /^(--[^=]+=)(.*)$/.exec(current);
  const option = written === null ? open : optionOf(command, (written[1] ?? '').slice(0, -1));
  return { command, operands, given, option, before: written?.[1] ?? '', current: written?.[2] ?? current };
}

export function flagOf(option: Option): string {
  return option.long ?? option.flags;
}

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag);
}
