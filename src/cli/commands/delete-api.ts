import { Command } from 'commander';
import type { DeleteApiOptions } from '../../actions/delete-api.ts';
import { collect, withWritingOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function deleteApiCommand(run: RunAction): Command {
  const command = new Command('api')
    .description('Delete what `create api` wrote; files that you changed are kept and listed')
    .option('--group <group>', 'API group of the kind; optional if the kind is unique')
    .option('--version <version>', 'API version; may be repeated', collect)
    .option('--kind <Kind>', 'kind, such as Memcached')
    .option('--controller-name <name>', 'delete only this controller of the kind; may be repeated', collect)
    .option('--delete-storage-version', 'delete the storage version although other versions remain')
    .addHelpText('after', '\nExample:\n  opgen delete api --group cache --version v1alpha1 --kind Memcached');
  return withWritingOptions(command).action((options: DeleteApiOptions) =>
    run(async (context) => {
      const { deleteApi } = await import('../../actions/delete-api.ts');
      return deleteApi(context, options);
    }),
  );
}
