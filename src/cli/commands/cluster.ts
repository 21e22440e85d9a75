import { Command, Option } from 'commander';
import type { ClusterOptions } from '../../actions/cluster.ts';
import { clusterVersionOption, collect, readCount, withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function clusterCommand(run: RunAction): Command {
  const command = new Command('cluster')
    .description('Run a Kubernetes cluster in this process, until Ctrl-C: an API server and simulated nodes')
    .addOption(clusterVersionOption())
    .addOption(
      new Option('--nodes <count>', 'number of nodes')
        .default(1)
        .argParser(readCount('number of nodes', 1, 5000)),
    )
    .addOption(
      new Option('--no-workloads', 'run the API server only: Deployments create no Pods, as in envtest'),
    )
    .option(
      '--port <port>',
      'port of the API server on 127.0.0.1; default: a free one',
      readCount('port', 1, 65_535),
    )
    .option('--state <folder>', 'keep the cluster in this folder, and continue with it at the next start')
    .option('--audit-log <file>', 'append the audit log to this file: a line of JSON for each request')
    .option('-f, --filename <paths>', 'files or folders with manifests to install; may be repeated', collect)
    .addOption(
      new Option(
        '--kubeconfig <file>',
        'add the context to this kubeconfig, and remove it at the end',
      ).conflicts('mergeKubeconfig'),
    )
    .option('--merge-kubeconfig', 'the same with the kubeconfig that kubectl uses, as kind does');
  return withCommonOptions(command).action((options: ClusterOptions) =>
    run(async (context) => {
      const { cluster } = await import('../../actions/cluster.ts');
      return cluster(context, options);
    }),
  );
}
