import { Command } from 'commander';
import { withCommonOptions } from '../common-options.ts';
import type { CrdDiffFlags } from '../crd-diff.ts';
import type { Deliver } from '../deliver.ts';
import type { Session } from '../session.ts';

export function crdDiffCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('diff')
    .description('Tell what changed in the CRDs since a commit, and what of that breaks those who use them')
    .argument('<ref-or-file>', 'a commit, tag or branch of git, or a file with the CRDs of before')
    .option('--kind <Kind>', 'look at this kind only')
    .option(
      '--allow <change>',
      'a change that is meant: its path, its rule, its version or all; may be repeated',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--allow-file <file>', 'a file with such a change in each line')
    .addHelpText('after', examples);
  return withCommonOptions(command).action((target: string, flags: CrdDiffFlags) =>
    deliver(async (progress) => {
      const { crdDiff } = await import('../crd-diff.ts');
      return crdDiff({ session, progress, flags }, target);
    }),
  );
}

const examples = `
The exit code is 3 if a change breaks something and is not allowed.

Examples:
  opgen crd diff main
  opgen crd diff v1.2.0 --allow 'v1 .spec.size field-removed'`;
