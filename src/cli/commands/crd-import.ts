import { Command } from 'commander';
import type { CrdImportOptions } from '../../actions/crd-import.ts';
import { collect, withWritingOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function crdImportCommand(run: RunAction): Command {
  const command = new Command('import')
    .description('Write the TypeScript types of a CRD, with markers')
    .argument('<file>', 'a CRD in YAML or JSON; - reads it from standard input')
    .option('--kind <Kind>', 'the kind, if the file defines several')
    .option('--version <version>', 'only this version; may be repeated', collect)
    .option(
      '--out <path>',
      'a folder for <version>/<kind>.ts, or a .ts file for one version (default: src/api/<group>)',
    )
    .option('--force', 'replace existing files')
    .addHelpText('after', examples);
  return withWritingOptions(command).action((file: string, options: CrdImportOptions) =>
    run(async (context) => {
      const { crdImport } = await import('../../actions/crd-import.ts');
      return crdImport(context, file, options);
    }),
  );
}

const examples = `
Examples:
  opgen crd import memcacheds.yaml
  kubectl get crd memcacheds.cache.example.com -o yaml | opgen crd import -`;
