import { Command } from 'commander';
import type { CrdDiffOptions } from '../../actions/crd-diff.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function crdDiffCommand(run: RunAction): Command {
  const command = new Command('diff')
    .description('Compare CRDs with those of the project or with others, and find breaking changes')
    .argument(
      '<old>',
      'a commit, tag or branch, a file or folder with CRDs, - for standard input, or cluster:[context]',
    )
    .argument('[new]', 'what to compare with, in the same forms (default: what the sources generate)')
    .option('--kind <Kind>', 'compare only this kind')
    .option(
      '--allow <change>',
      'allow a breaking change: its path, rule, version or all; may be repeated',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--allow-file <file>', 'file with one allowed change per line')
    .addHelpText('after', examples);
  return withCommonOptions(command).action((from: string, to: string | undefined, options: CrdDiffOptions) =>
    run(async (context) => {
      const { crdDiff } = await import('../../actions/crd-diff.ts');
      return crdDiff(context, from, to, options);
    }),
  );
}

const examples = `
The exit code is 3 if a breaking change is not allowed.

Examples:
  opgen crd diff main
  opgen crd diff cluster: config/crd/bases
  opgen crd diff v1.2.0 --allow 'v1 .spec.size field-removed'`;
