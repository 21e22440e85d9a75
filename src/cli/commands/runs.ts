import { Command, Option } from 'commander';
import type { RunsOptions } from '../../actions/runs.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function runsCommand(run: RunAction): Command {
  const command = new Command('runs')
    .description('Show the last reconciles of the deployed operator, or of one at a URL')
    .argument('[kind]', 'only reconciles of this kind')
    .argument('[object]', 'only those of this object: namespace/name, or a name')
    .option('-f, --follow', 'print each reconcile when it has ended, until Ctrl-C')
    .option('--controller <name>', 'only reconciles of this controller')
    .option('--failed', 'only failed reconciles')
    .option('--timestamps', 'print when each reconcile started')
    .option('--context <name>', 'context of the kubeconfig; default: the current one')
    .option('--service-account <name>', 'use a token of this service account; default: that of the operator')
    .addOption(
      new Option('--url <url>', 'the metrics server of an operator, such as http://127.0.0.1:8080').conflicts(
        ['context', 'serviceAccount'],
      ),
    )
    .option('--token-file <file>', 'a file with a bearer token for the URL')
    .option('--certificate-authority <file>', 'a file with the certificate authority of the URL')
    .option('--insecure-skip-tls-verify', 'accept every certificate of the URL');
  return withCommonOptions(command).action(
    (kind: string | undefined, object: string | undefined, options: Omit<RunsOptions, 'kind' | 'object'>) =>
      run(async (context) => {
        const { runs } = await import('../../actions/runs.ts');
        return runs(context, { ...options, kind, object });
      }),
  );
}
