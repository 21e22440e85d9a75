import { Command, Option } from 'commander';
import type { DevOptions } from '../../actions/dev/dev-options.ts';
import { clusterVersionOption, collect, readCount, withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function devCommand(run: RunAction): Command {
  const command = new Command('dev')
    .description('Run the operator in a local cluster, and again after every change, until Ctrl-C')
    .addOption(
      new Option(
        '--context <name>',
        'run the operator in the cluster of this kubeconfig context; undone at the end',
      ).conflicts(['version', 'state', 'filename']),
    )
    .option(
      '--host <address>',
      'where the API server of the context reaches this machine; detected by default',
    )
    .option('--samples', 'apply config/samples once the operator runs')
    .option('--state <folder>', 'keep the objects of the cluster here across restarts')
    .option('--fix', 'add missing RBAC markers to the sources')
    .option('--inspect [address]', 'let a debugger connect, at 127.0.0.1:9229 by default')
    .option('--no-page', 'serve no page that shows objects and reconciles')
    .addOption(
      new Option('--page-port <port>', 'port of the page (default: a free port)').argParser(
        readCount('port', 1, 65_535),
      ),
    )
    .option(
      '--chaos [seed]',
      'inject faults between the operator and the API server; the same seed injects the same ones',
      readCount('seed', 0, 2 ** 32 - 1),
    )
    .option(
      '--faults <names>',
      'the faults to inject, such as conflict,watchReset=0.5; implies --chaos',
      collect,
    )
    .addOption(clusterVersionOption())
    .addOption(
      new Option('--nodes <count>', 'number of simulated nodes; 0 runs the API server only')
        .default(1)
        .argParser(readCount('number of nodes', 0, 5000)),
    )
    .option(
      '-f, --filename <paths>',
      'files or folders with manifests to install first; may be repeated',
      collect,
    );
  return withCommonOptions(command).action((options: DevOptions) =>
    run(async (context) => {
      const { dev } = await import('../../actions/dev.ts');
      return dev(context, options);
    }),
  );
}
