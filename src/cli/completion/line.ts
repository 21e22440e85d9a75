import type { Command, Option } from 'commander';

/** A command line to complete. */
export interface Line {
  /** The deepest command that the line names. */
  command: Command;
  /** Arguments of the command before the cursor. */
  operands: readonly string[];
  /** Values of the options before the cursor, by long flag. */
  given: Readonly<Record<string, readonly string[]>>;
  /** The option whose value is to be completed. */
  option: Option | undefined;
  /** The word to complete, and the part of it that stays: `--license=`. */
  current: string;
  before: string;
}

/** Reads the words after `opgen`. The last one, which may be empty, is to be completed. */
export function readLine(program: Command, words: readonly string[]): Line {
  // bash splits words at equals signs.
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
