import { type Command, Option } from 'commander';
import { yesOrNo } from './common-options.ts';

/** What holds for the files of a project as a whole: chosen by `init`, changed by `edit`. */
export interface ProjectFlags {
  license?: 'apache2' | 'mit' | 'none' | 'copyright';
  licenseFile?: string;
  owner?: string;
  namespaced?: boolean;
  packageManager?: 'npm' | 'pnpm' | 'yarn';
  install: boolean;
}

export function withProjectOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--license <license>', 'license of the project, which every source file names').choices([
        'apache2',
        'mit',
        'none',
        'copyright',
      ]),
    )
    .option('--license-file <file>', 'header of every source file; YEAR becomes the year')
    .option('--owner <owner>', 'who holds the copyright')
    .option('--namespaced [boolean]', 'the operator works in its own namespace, with a Role there', yesOrNo)
    .option('--no-namespaced', 'the operator works in all namespaces (default)')
    .addOption(
      new Option('--package-manager <name>', 'what installs the packages and runs the scripts').choices([
        'npm',
        'pnpm',
        'yarn',
      ]),
    )
    .option('--no-install', 'do not install the packages')
    .addOption(new Option('--install').default(true).hideHelp());
}

/** A copyright without a holder says nothing. */
export const ownerNeeded = {
  owner: { flag: '--owner', question: 'Who holds the copyright', example: '"Example Inc"' },
};
