import type { Command } from 'commander';
import { UserError } from '../../diagnostics.ts';
import { usageError } from '../../actions/diagnostics.ts';
import { commandOf, nameOf } from './command-of.ts';

/** Refuses `--group --version v1`, where commander would read `--version` as the group. */
export function refuseOptionsAsValues(args: readonly string[], program: Command): void {
  const command = commandOf(args, program);
  const find = (word: string | undefined) =>
    command.options.find(({ long, short }) => word !== undefined && (long === word || short === word));
  const problems = args.flatMap((word, index) => {
    const next = args[index + 1]?.split('=', 1)[0];
    return find(word)?.required === true && find(next) !== undefined
      ? [`${word} requires a value, but ${next} follows`]
      : [];
  });
  if (problems.length === 0) return;
  const hint = `run opgen ${nameOf(command)} --help`;
  throw new UserError(problems.map((message) => usageError({ message, hint })));
}
