import { Command } from 'commander';
import type { ValidateOptions } from '../../actions/validate.ts';
import { collect, withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function validateCommand(run: RunAction): Command {
  const command = new Command('validate')
    .description('Validate objects as the API server would, without a cluster')
    .argument('<files...>', 'files and folders with manifests, or - for standard input')
    .option('--crd <file>', 'file or folder with further CRDs; may be repeated', collect)
    .option('--no-webhooks', 'do not start the operator to call its webhooks')
    .addHelpText('after', examples);
  return withCommonOptions(command).action((files: string[], options: ValidateOptions) =>
    run(async (context) => {
      const { validate } = await import('../../actions/validate.ts');
      return validate(context, files, options);
    }),
  );
}

const examples = `
The CRDs in config/crd of the project and in the files are known. If the project has webhooks for the objects, its operator
is started to serve them. The exit code is 1 if an object is invalid.

Examples:
  opgen validate config/samples
  kubectl get memcacheds -A -o yaml | opgen validate -
  opgen validate gateway.yaml --crd gateway-crds.yaml`;
