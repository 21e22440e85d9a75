import type { Command } from 'commander';
import { UserError } from '../diagnostics.ts';
import { commandOf, nameOf } from './command-of.ts';

/** `--group --version v1` has no group. Commander would take the next option for one. */
export function refuseOptionsAsValues(args: readonly string[], program: Command): void {
  const command = commandOf(args, program);
  const find = (word: string | undefined) =>
    command.options.find(({ long, short }) => word !== undefined && (long === word || short === word));
  const problems = args.flatMap((word, index) => {
    const next = args[index + 1]?.split('=', 1)[0];
    return find(word)?.required === true && find(next) !== undefined
      ? [`${word} needs a value, and ${next} follows`]
      : [];
  });
  if (problems.length === 0) return;
  const hint = `opgen ${nameOf(command)} --help lists what there is`;
  throw new UserError(problems.map((message) => ({ code: 'OPG4001', severity: 'error', message, hint })));
}
