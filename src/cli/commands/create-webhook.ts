import { Command, Option } from 'commander';
import type { CreateWebhookOptions } from '../../actions/create-webhook.ts';
import { collect, withWritingOptions, yesOrNo } from '../arguments/common-options.ts';
import { withExternalApiOptions } from '../arguments/external-api-options.ts';
import type { RunAction } from '../run-action.ts';

export function createWebhookCommand(run: RunAction): Command {
  const command = new Command('webhook')
    .description('Add webhooks to a kind: defaulting, validation or conversion')
    .option('--group <group>', 'API group of the kind, such as cache; optional if the kind is unique')
    .option('--version <version>', 'API version of the kind, such as v1alpha1')
    .option('--kind <Kind>', 'kind, such as Memcached, or a built-in one, such as Pod')
    .option('--plural <plural>', 'resource name, if the regular plural is wrong')
    .option('--defaulting [boolean]', 'set defaults', yesOrNo)
    .option('--defaulting-path <path>', 'path of the defaulting webhook, instead of /mutate-…')
    .option('--validation [boolean]', 'reject objects that the schema accepts', yesOrNo)
    .addOption(
      new Option(
        '--programmatic-validation [boolean]',
        'same as --validation, for compatibility with kubebuilder',
      )
        .argParser(yesOrNo)
        .hideHelp(),
    )
    .option('--validation-path <path>', 'path of the validating webhook, instead of /validate-…')
    .option('--conversion [boolean]', 'convert between this version, the hub, and others', yesOrNo)
    .option('--spoke <version>', 'a version to convert to and from; may be repeated', collect);
  withExternalApiOptions(command)
    .option('--force', 'replace existing files')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  opgen create webhook --group cache --version v1 --kind Memcached --validation\n' +
        '  opgen create webhook --group cache --version v1 --kind Memcached --conversion --spoke v2',
    );
  return withWritingOptions(command).action((options: CreateWebhookOptions) =>
    run(async (context) => {
      const { createWebhook } = await import('../../actions/create-webhook.ts');
      return createWebhook(context, options);
    }),
  );
}
