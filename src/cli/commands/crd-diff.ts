import { Command } from 'commander';
import type { CrdDiffOptions } from '../../actions/crd-diff.ts';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function crdDiffCommand(run: RunAction): Command {
  const command = new Command('diff')
    .description('Compare the CRDs with those of a commit, and find breaking changes')
    .argument('<ref-or-file>', 'a commit, tag or branch, or a file with CRDs')
    .option('--kind <Kind>', 'compare only this kind')
    .option(
      '--allow <change>',
      'allow a breaking change: its path, rule, version or all; may be repeated',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--allow-file <file>', 'file with one allowed change per line')
    .addHelpText('after', examples);
  return withCommonOptions(command).action((target: string, options: CrdDiffOptions) =>
    run(async (context) => {
      const { crdDiff } = await import('../../actions/crd-diff.ts');
      return crdDiff(context, target, options);
    }),
  );
}

const examples = `
The exit code is 3 if a breaking change is not allowed.

Examples:
  opgen crd diff main
  opgen crd diff v1.2.0 --allow 'v1 .spec.size field-removed'`;
