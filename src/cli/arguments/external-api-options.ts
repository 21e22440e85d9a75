import { type Command, Option } from 'commander';

/** Options for a kind of another operator. */
export function withExternalApiOptions(command: Command): Command {
  return command
    .option('--external-api-module <module>', 'npm module that exports a kind of another operator')
    .addOption(
      new Option(
        '--external-api-path <module>',
        'same as --external-api-module, for compatibility with kubebuilder',
      ).hideHelp(),
    )
    .option('--external-api-crd <file>', 'file with the CRD of another operator')
    .option('--external-api-domain <domain>', 'domain of its API group');
}
