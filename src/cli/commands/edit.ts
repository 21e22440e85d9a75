import { Command } from 'commander';
import type { EditOptions } from '../../actions/edit.ts';
import { withWritingOptions } from '../arguments/common-options.ts';
import { withProjectOptions } from '../arguments/project-options.ts';
import type { RunAction } from '../run-action.ts';

export function editCommand(run: RunAction): Command {
  const command = new Command('edit')
    .description('Change the settings of the project')
    .addHelpText('after', '\nExample:\n  opgen edit --license mit --owner "Example Inc"');
  return withWritingOptions(withProjectOptions(command)).action((options: EditOptions) =>
    run(async (context) => {
      const { edit } = await import('../../actions/edit.ts');
      return edit(context, options);
    }),
  );
}
