import { Command } from 'commander';
import type { CrdImportOptions } from '../../actions/crd-import.ts';
import { collect, withWritingOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function crdImportCommand(run: RunAction): Command {
  const command = new Command('import')
    .description('Write the TypeScript types of CRDs, with markers')
    .argument(
      '<source>',
      'a file or folder with CRDs, - for standard input, or cluster:[context] for a cluster of your kubeconfig',
    )
    .option('--kind <Kind>', 'only this kind, or the CRD with this name; may be repeated', collect)
    .option('--version <version>', 'only this version; may be repeated', collect)
    .option(
      '--out <path>',
      'a folder for <version>/<kind>.ts, or a .ts file for one version (default: src/api/<group>)',
    )
    .option('--force', 'replace existing files')
    .addHelpText('after', examples);
  return withWritingOptions(command).action((source: string, options: CrdImportOptions) =>
    run(async (context) => {
      const { crdImport } = await import('../../actions/crd-import.ts');
      return crdImport(context, source, options);
    }),
  );
}

const examples = `
Examples:
  opgen crd import memcacheds.yaml
  opgen crd import vendor/crds --kind Issuer --kind Certificate
  opgen crd import cluster: --kind Certificate
  kubectl get crd memcacheds.cache.example.com -o yaml | opgen crd import -`;
