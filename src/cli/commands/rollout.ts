import { Command, Option } from 'commander';
import type { RolloutOptions } from '../../actions/rollout.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import { readDuration, withKubectlOptions } from '../arguments/kubectl-options.ts';
import type { RunAction } from '../run-action.ts';

export function rolloutCommand(run: RunAction): Command {
  const command = new Command('rollout')
    .description('Wait until the deployed operator is available, or report why it is not')
    .addOption(
      new Option('--timeout <duration>', 'how long to wait').default(300_000, '5m').argParser(readDuration),
    );
  return withCommonOptions(withKubectlOptions(command)).action((options: RolloutOptions) =>
    run(async (context) => {
      const { rollout } = await import('../../actions/rollout.ts');
      return rollout(context, options);
    }),
  );
}
