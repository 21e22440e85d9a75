import { Command } from 'commander';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function versionCommand(run: RunAction): Command {
  const command = new Command('version').description('Print the versions of opgen and Node');
  return withCommonOptions(command).action(() =>
    run(async () => {
      const { version } = await import('../../actions/version.ts');
      return version();
    }),
  );
}
