import { Command } from 'commander';
import type { CrdSchemaOptions } from '../../actions/crd-schema.ts';
import { collect, withWritingOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function crdSchemaCommand(run: RunAction): Command {
  const command = new Command('schema')
    .description('Write JSON Schemas of CRDs, for editors and kubeconform')
    .argument(
      '[source]',
      'a file or folder with CRDs, - for standard input, or cluster:[context] for a cluster of your kubeconfig (default: the kinds of the project)',
    )
    .option('--kind <Kind>', 'only this kind, or the CRD with this name; may be repeated', collect)
    .option('--out <folder>', 'folder for <group>/<kind>_<version>.json (default: schemas)')
    .option('--force', 'replace existing files that opgen did not generate')
    .addHelpText('after', examples);
  return withWritingOptions(command).action((source: string | undefined, options: CrdSchemaOptions) =>
    run(async (context) => {
      const { crdSchema } = await import('../../actions/crd-schema.ts');
      return crdSchema(context, source, options);
    }),
  );
}

const examples = `
Examples:
  opgen crd schema
  opgen crd schema cluster: --kind Certificate
  kubeconform -schema-location default \\
    -schema-location 'schemas/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json' config/samples/*.yaml`;
