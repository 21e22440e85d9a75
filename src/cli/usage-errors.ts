import type { Command, CommanderError } from 'commander';
import { type Diagnostic, didYouMean } from '../diagnostics.ts';
import { commandOf, nameOf } from './command-of.ts';
import { commandHabits, habits } from './habits.ts';

/** What commander has against the command line, in our words. */
export function usageDiagnostics(
  error: CommanderError,
  args: readonly string[],
  program: Command,
): Diagnostic[] {
  if (error.code === 'commander.help') return [commandMissing(args, program)];
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const offending = /'(-{1,2}[^' =]+)/.exec(message)?.[1];
  const habit = offending === undefined ? undefined : habits[offending];
  if (habit !== undefined && error.code === 'commander.unknownOption') {
    return [{ code: 'OPG4003', severity: 'error', message: `opgen has no option ${offending}`, hint: habit }];
  }
  const hint =
    suggestion === undefined ? nearest(error, args, program, offending) : suggestion.replaceAll(/[()]/g, '');
  return [{ code: 'OPG4001', severity: 'error', message, hint }];
}

function nearest(
  error: CommanderError,
  args: readonly string[],
  program: Command,
  option: string | undefined,
): string {
  const command = commandOf(args, program);
  const help = `${['opgen', nameOf(command), '--help'].filter((word) => word !== '').join(' ')} lists what there is`;
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
    return argChoices === undefined ? help : `one of ${argChoices.join(', ')}`;
  }
  if (error.code === 'commander.unknownCommand' && word !== undefined) {
    const habit = command.parent === null ? commandHabits[word] : undefined;
    return (
      habit ??
      didYouMean(
        word,
        command.commands.map((known) => known.name()),
      ) ??
      help
    );
  }
  return help;
}

/** `opgen create`, and nothing to create; or `opgen help` for something that there is not. */
function commandMissing(args: readonly string[], program: Command): Diagnostic {
  const asked = args[0] === 'help' ? args.slice(1).find((argument) => !argument.startsWith('-')) : undefined;
  const command = commandOf(args, program);
  const names = program
    .createHelp()
    .visibleCommands(command)
    .map((known) => known.name())
    .filter((name) => name !== 'help' || command === program);
  const whole = ['opgen', nameOf(command)].join(' ').trim();
  const message = asked === undefined ? `${whole} needs a command` : `unknown command '${asked}'`;
  const near = asked === undefined ? undefined : didYouMean(asked, names);
  return { code: 'OPG4001', severity: 'error', message, hint: near ?? `there is: ${names.join(', ')}` };
}
