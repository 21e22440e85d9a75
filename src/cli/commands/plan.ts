import { Command, Option } from 'commander';
import type { PlanOptions } from '../../actions/plan.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import { readDuration } from '../arguments/kubectl-options.ts';
import type { RunAction } from '../run-action.ts';

export function planCommand(run: RunAction): Command {
  const command = new Command('plan')
    .description(
      'Show what the operator would change in a cluster: run it on a copy of the objects that it can see',
    )
    .requiredOption('--context <name>', 'context of the kubeconfig; the cluster is only read')
    .addOption(
      new Option('--timeout <duration>', 'time for the operator to come to rest')
        .default(60_000, '60s')
        .argParser(readDuration),
    )
    .option('--objects-only', 'leave out the CRDs and roles of config/');
  return withCommonOptions(command).action((options: PlanOptions) =>
    run(async (context) => {
      const { plan } = await import('../../actions/plan.ts');
      return plan(context, options);
    }),
  );
}
