import { Command, Option } from 'commander';
import type { EnvtestOptions, EnvtestUseOptions } from '../../actions/envtest.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function envtestCommand(run: RunAction): Command {
  return new Command('envtest')
    .description('Install the binaries of a real API server for tests, as setup-envtest does')
    .addCommand(useCommand(run))
    .addCommand(listCommand(run))
    .addCommand(cleanupCommand(run));
}

const versionHelp = 'such as 1.34 or 1.34.1';

function useCommand(run: RunAction): Command {
  const command = new Command('use')
    .description('Print where kube-apiserver and etcd are, and download them if they are not installed')
    .argument('[version]', `${versionHelp}; default: KUBEBUILDER_ASSETS, or the newest`)
    .addOption(
      new Option('-p, --print <format>', 'what to print')
        .choices(['overview', 'path', 'env'])
        .default('overview'),
    );
  return withIndex(command).action((version: string | undefined, options: EnvtestUseOptions) =>
    run(async (context) => {
      const { envtestUse } = await import('../../actions/envtest.ts');
      return envtestUse(context, version, options);
    }),
  );
}

function listCommand(run: RunAction): Command {
  const command = new Command('list').description(
    'List the versions that are installed or can be downloaded',
  );
  return withIndex(command).action((options: EnvtestOptions) =>
    run(async (context) => {
      const { envtestList } = await import('../../actions/envtest.ts');
      return envtestList(context, options);
    }),
  );
}

function cleanupCommand(run: RunAction): Command {
  const command = new Command('cleanup')
    .description('Delete installed binaries')
    .argument('[version]', `${versionHelp}; default: all`);
  return withCommonOptions(command).action((version: string | undefined) =>
    run(async (context) => {
      const { envtestCleanup } = await import('../../actions/envtest.ts');
      return envtestCleanup(context, version);
    }),
  );
}

function withIndex(command: Command): Command {
  return withCommonOptions(
    command
      .option('-i, --installed-only', 'use what is installed, without the network')
      .option('--index <url>', 'release index; default: the official one of controller-tools'),
  );
}
