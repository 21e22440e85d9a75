import { Command } from 'commander';
import type { KubectlOptions } from '../../actions/kubectl/kubectl.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import { withKubectlOptions } from '../arguments/kubectl-options.ts';
import type { RunAction } from '../run-action.ts';

export function doctorCommand(run: RunAction): Command {
  const command = new Command('doctor')
    .description('Check this machine, the cluster and the deployed operator')
    .addHelpText('after', '\nThe exit code is 3 if there is a problem.');
  return withCommonOptions(withKubectlOptions(command)).action((options: KubectlOptions) =>
    run(async (context) => {
      const { doctor } = await import('../../actions/doctor.ts');
      return doctor(context, options);
    }),
  );
}
