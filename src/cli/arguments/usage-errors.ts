import type { Command, CommanderError } from 'commander';
import { type Diagnostic, didYouMean } from '../../diagnostics.ts';
import { usageError } from '../../actions/diagnostics.ts';
import { foreignOption } from '../diagnostics.ts';
import { commandOf, nameOf } from './command-of.ts';
import { foreignCommands, insteadOfOption } from './kubebuilder-words.ts';

/** An error of commander as diagnostics. */
export function usageDiagnostics(
  error: CommanderError,
  args: readonly string[],
  program: Command,
): Diagnostic[] {
  if (error.code === 'commander.help') return [commandMissing(args, program)];
  const [message = '', suggestion] = error.message
    .replace(/^error: /, '')
    .replace(/\. Expected (\d+) arguments? but got (\d+)\.$/, ': expected $1, got $2')
    .split('\n');
  const [, offending, joined] = /'(-{1,2}[^' =]+)(?:=([^']*))?/.exec(message) ?? [];
  const value = joined ?? args[args.indexOf(offending ?? '') + 1];
  const known = offending === undefined ? undefined : insteadOfOption(offending, value);
  if (known !== undefined && error.code === 'commander.unknownOption') {
    return [foreignOption({ message: `opgen has no option ${offending}`, hint: known })];
  }
  const foreign = insteadOfCommand(error, args, program);
  if (foreign !== undefined) return [usageError({ message, hint: foreign })];
  const [, what = message, advice = suggestion] = /^(.* is invalid.*?)\. (.+?)\.?$/.exec(message) ?? [];
  const hint = advice === undefined ? nearest(error, args, program, offending) : asHint(advice);
  return [usageError({ message: what, hint })];
}

/** The replacement of a command of another tool, which is better than a command with a similar name. */
function insteadOfCommand(
  error: CommanderError,
  args: readonly string[],
  program: Command,
): string | undefined {
  const word = /'([^']+)'/.exec(error.message)?.[1];
  return error.code === 'commander.unknownCommand' && word !== undefined
    ? foreignCommands[`${nameOf(commandOf(args, program))} ${word}`.trim()]
    : undefined;
}

/** Commander's `(Did you mean --domain?)` and `Allowed choices are a, b` in the form of opgen's own hints. */
function asHint(advice: string): string {
  const text = advice.replaceAll(/[()]/g, '').replace(/^Allowed choices are/, 'use one of');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function nearest(
  error: CommanderError,
  args: readonly string[],
  program: Command,
  option: string | undefined,
): string {
  const command = commandOf(args, program);
  const help = `run ${['opgen', nameOf(command), '--help'].filter((word) => word !== '').join(' ')}`;
  if (error.code === 'commander.unknownOption' && option !== undefined) {
    return (
      didYouMean(
        option,
        command.options.flatMap(({ long }) => (long === undefined ? [] : [long])),
      ) ?? help
    );
  }
  const word = /'([^']+)'/.exec(error.message)?.[1];
  if (error.code === 'commander.missingArgument') {
    const { argChoices } = command.registeredArguments.find((argument) => argument.name() === word) ?? {};
    return argChoices === undefined ? help : `use one of ${argChoices.join(', ')}`;
  }
  if (error.code === 'commander.unknownCommand' && word !== undefined) {
    return (
      didYouMean(
        word,
        command.commands.map((known) => known.name()),
      ) ?? help
    );
  }
  return help;
}

/** `opgen create` without a subcommand, or `opgen help` of an unknown command. */
function commandMissing(args: readonly string[], program: Command): Diagnostic {
  const asked = args[0] === 'help' ? args.slice(1).find((argument) => !argument.startsWith('-')) : undefined;
  const command = commandOf(args, program);
  const names = program
    .createHelp()
    .visibleCommands(command)
    .map((known) => known.name())
    .filter((name) => name !== 'help' || command === program);
  const whole = ['opgen', nameOf(command)].join(' ').trim();
  const message = asked === undefined ? `${whole} requires a command` : `unknown command '${asked}'`;
  const near = asked === undefined ? undefined : didYouMean(asked, names);
  return usageError({ message, hint: near ?? `use one of ${names.join(', ')}` });
}
