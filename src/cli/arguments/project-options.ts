import { type Command, Option } from 'commander';
import { yesOrNo } from './common-options.ts';

/** Options for the settings of the whole project, of `init` and `edit`. */
export function withProjectOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--license <license>', 'license of the project, named in every source file').choices([
        'apache2',
        'mit',
        'none',
        'copyright',
      ]),
    )
    .option('--license-file <file>', 'file with the header of every source file; YEAR becomes the year')
    .option('--owner <owner>', 'owner of the copyright')
    .option('--namespaced [boolean]', 'the operator watches only its own namespace, with a Role', yesOrNo)
    .option('--no-namespaced', 'the operator watches all namespaces, with a ClusterRole (default)')
    .addOption(
      new Option('--package-manager <name>', 'package manager of the project').choices([
        'npm',
        'pnpm',
        'yarn',
      ]),
    )
    .option('--no-install', 'do not install dependencies')
    .addOption(new Option('--install').default(true).hideHelp());
}
