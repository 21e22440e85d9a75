import { Command, Option } from 'commander';
import { withWritingOptions, type WritingFlags } from '../common-options.ts';
import { needValues } from '../missing-values.ts';
import type { Deliver } from '../deliver.ts';
import type { Outcome } from '../outcome.ts';
import type { Progress } from '../progress.ts';
import type { Session } from '../session.ts';

interface DeleteWebhookFlags extends WritingFlags {
  group?: string;
  version?: string;
  kind?: string;
  defaulting?: boolean;
  validation?: boolean;
  programmaticValidation?: boolean;
  conversion?: boolean;
}

export function deleteWebhookCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('webhook')
    .description('Take back what `create webhook` wrote; what you changed is kept and named')
    .option('--group <group>', 'API group of the kind; may be left out when it is clear')
    .option('--version <version>', 'API version of the kind')
    .option('--kind <Kind>', 'kind, such as Memcached')
    .option('--defaulting', 'only what fills objects in')
    .option('--validation', 'only what checks objects')
    .addOption(new Option('--programmatic-validation', 'the same, as kubebuilder has it').hideHelp())
    .option('--conversion', 'only what converts objects')
    .addHelpText('after', '\nExample:\n  opgen delete webhook --version v1 --kind Memcached --validation');
  return withWritingOptions(command).action((flags: DeleteWebhookFlags) =>
    deliver((progress) => deleteWebhook(session, progress, flags)),
  );
}

async function deleteWebhook(
  session: Session,
  progress: Progress,
  flags: DeleteWebhookFlags,
): Promise<Outcome> {
  const { findProjectRoot } = await import('../../project/find-project.ts');
  const { planDeleteWebhook } = await import('../../scaffold/delete/delete-webhook.ts');
  const { chosenTypes } = await import('../../scaffold/webhook/options.ts');
  const { recover } = await import('../../scaffold/files/apply-plan.ts');
  const { kindValues } = await import('../kind-values.ts');
  const { nextSteps } = await import('../next-steps.ts');
  const { carryOut } = await import('../carry-out.ts');
  const root = findProjectRoot(session.cwd);
  recover(root);
  const { kind, version } = await needValues(session, 'delete webhook', kindValues(root, flags.kind), flags);
  const { changes, kept, notes, resource } = planDeleteWebhook(root, {
    ...(flags.group !== undefined && { group: flags.group }),
    version,
    kind,
    types: chosenTypes(flags),
  });
  const { changed, text, written } = await carryOut(session, progress, root, changes, flags);
  const said = notes.map((note) => `\n${note}\n`).join('');
  const next = written ? said + nextSteps(root, ({ exec }) => [`${exec} opgen manifests`]) : '';
  return { data: { resource }, changed, diagnostics: kept, text: text + next };
}
