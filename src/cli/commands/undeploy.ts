import { Command } from 'commander';
import type { UndeployOptions } from '../../actions/undeploy.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import { withKubectlOptions } from '../arguments/kubectl-options.ts';
import type { RunAction } from '../run-action.ts';

export function undeployCommand(run: RunAction): Command {
  const command = new Command('undeploy')
    .description('Delete the operator from the cluster; CRDs that have objects stay')
    .option('--only-crds', 'delete only the CRDs')
    .option('--delete-crds', 'delete CRDs together with their objects');
  return withCommonOptions(withKubectlOptions(command)).action((options: UndeployOptions) =>
    run(async (context) => {
      const { undeploy } = await import('../../actions/undeploy.ts');
      return undeploy(context, options);
    }),
  );
}
