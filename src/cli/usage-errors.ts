import type { Command, CommanderError } from 'commander';
import { type Diagnostic, didYouMean } from '../diagnostics.ts';
import { commandOf, nameOf } from './command-of.ts';

/** Options that users of kubebuilder and operator-sdk try, and the one line that helps. */
const habits: Readonly<Record<string, string>> = {
  '--repo': 'an npm package has a name instead of a module path: --package-name',
  '--plugins': 'opgen has one layout and no plugins; leave it out',
  '--plural-name': 'the option is --plural',
  '--project-version': 'there is only version 3; leave it out',
  '--fetch-deps': 'npm install runs by itself; --no-install leaves it out',
  '--skip-go-version-check': 'there is no Go here; leave it out',
  '--multigroup': 'every project may have several groups; leave it out',
  '--license-file': 'write the LICENSE file first: opgen leaves it as it is',
  '--make': 'run opgen manifests afterwards; leave it out',
  '--ssa': 'client.apply(Kind, …) is server-side apply, with no code generated; leave it out',
  '--crd-version': 'CRDs are always apiextensions.k8s.io/v1; leave it out',
};

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

/** `opgen create`, and nothing to create; or `opgen help` for something that there is not. */
function commandMissing(args: readonly string[], program: Command): Diagnostic {
  const asked = args[0] === 'help' ? args.slice(1).find((argument) => !argument.startsWith('-')) : undefined;
  const command = commandOf(args, program);
  const names = program
    .createHelp()
    .visibleCommands(command)
    .map((known) => known.name());
  const whole = ['opgen', nameOf(command)].join(' ').trim();
  const message = asked === undefined ? `${whole} needs a command` : `unknown command '${asked}'`;
  const near = asked === undefined ? undefined : didYouMean(asked, names);
  return { code: 'OPG4001', severity: 'error', message, hint: near ?? `there is: ${names.join(', ')}` };
}
