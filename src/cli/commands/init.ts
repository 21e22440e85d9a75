import { Command, Option } from 'commander';
import type { InitOptions } from '../../actions/init.ts';
import { withWritingOptions } from '../arguments/common-options.ts';
import { withProjectOptions } from '../arguments/project-options.ts';
import type { RunAction } from '../run-action.ts';

export function initCommand(run: RunAction): Command {
  const command = new Command('init')
    .description('Start a project')
    .argument('[dir]', 'folder of the project', '.')
    .option('--domain <domain>', 'domain of its API groups, such as example.com')
    .option('--project-name <name>', 'prefix of its Kubernetes objects (default: the name of the folder)')
    .option('--package-name <name>', 'name in package.json (default: the name of the project)')
    .option('--no-git', 'do not create a git repository')
    .option('--force', 'replace existing files')
    .addOption(new Option('--git').default(true).hideHelp())
    .addHelpText('after', '\nExample:\n  opgen init --domain example.com --owner "Example Inc"');
  return withWritingOptions(withProjectOptions(command)).action((directory: string, options: InitOptions) =>
    run(async (context) => {
      const { init } = await import('../../actions/init.ts');
      return init(context, directory, options);
    }),
  );
}
