import { Command } from 'commander';
import type { CrdExplainOptions } from '../../actions/crd-explain.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function crdExplainCommand(run: RunAction): Command {
  const command = new Command('explain')
    .description('Describe a kind or one of its fields, as kubectl explain does')
    .argument('<kind>', 'a kind or field, such as memcached or memcached.spec.size')
    .option(
      '--api-version <version>',
      'version of the kind, or group/version if several groups have it (default: the storage version)',
    )
    .option('--recursive', 'show the fields of fields, with name and type only')
    .addHelpText('after', '\nExample:\n  opgen crd explain memcached.spec');
  return withCommonOptions(command).action((kind: string, options: CrdExplainOptions) =>
    run(async (context) => {
      const { crdExplain } = await import('../../actions/crd-explain.ts');
      return crdExplain(context, kind, options);
    }),
  );
}
