import { Command, Option } from 'commander';
import type { DeleteWebhookOptions } from '../../actions/delete-webhook.ts';
import { withWritingOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function deleteWebhookCommand(run: RunAction): Command {
  const command = new Command('webhook')
    .description('Delete what `create webhook` wrote; files that you changed are kept and listed')
    .option('--group <group>', 'API group of the kind; optional if the kind is unique')
    .option('--version <version>', 'API version of the kind')
    .option('--kind <Kind>', 'kind, such as Memcached')
    .option('--defaulting', 'delete only the defaulting webhook')
    .option('--validation', 'delete only the validating webhook')
    .addOption(
      new Option(
        '--programmatic-validation',
        'same as --validation, for compatibility with kubebuilder',
      ).hideHelp(),
    )
    .option('--conversion', 'delete only the conversion')
    .addHelpText('after', '\nExample:\n  opgen delete webhook --version v1 --kind Memcached --validation');
  return withWritingOptions(command).action((options: DeleteWebhookOptions) =>
    run(async (context) => {
      const { deleteWebhook } = await import('../../actions/delete-webhook.ts');
      return deleteWebhook(context, options);
    }),
  );
}
