import { Command } from 'commander';
import { collect, withWritingOptions, type WritingFlags } from '../common-options.ts';
import { needValues } from '../missing-values.ts';
import type { Deliver } from '../deliver.ts';
import type { Outcome } from '../outcome.ts';
import type { Progress } from '../progress.ts';
import type { Session } from '../session.ts';

interface DeleteApiFlags extends WritingFlags {
  group?: string;
  version?: string[];
  kind?: string;
  controllerName?: string[];
  force?: boolean;
}

export function deleteApiCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('api')
    .description('Take back what `create api` wrote; what you changed is kept and named')
    .option('--group <group>', 'API group, as it was created')
    .option('--version <version>', 'API version; may be repeated', collect)
    .option('--kind <Kind>', 'kind, such as Memcached')
    .option('--controller-name <name>', 'only this controller of the kind; may be repeated', collect)
    .option('--force', 'delete the stored version although others are left')
    .addHelpText('after', '\nExample:\n  opgen delete api --group cache --version v1alpha1 --kind Memcached');
  return withWritingOptions(command).action((flags: DeleteApiFlags) =>
    deliver((progress) => deleteApi(session, progress, flags)),
  );
}

async function deleteApi(session: Session, progress: Progress, flags: DeleteApiFlags): Promise<Outcome> {
  const { findProjectRoot } = await import('../../project/find-project.ts');
  const { planDeleteApi } = await import('../../scaffold/delete/delete-api.ts');
  const { planDeleteControllers } = await import('../../scaffold/delete/delete-controllers.ts');
  const { recover } = await import('../../scaffold/files/apply-plan.ts');
  const { carryOut } = await import('../carry-out.ts');
  const { kindValues } = await import('../kind-values.ts');
  const { nextSteps } = await import('../next-steps.ts');
  const root = findProjectRoot(session.cwd);
  recover(root);
  const { group = '', force = false, kind: givenKind, version: versions } = flags;
  const given = { ...(givenKind !== undefined && { kind: givenKind }), version: versions?.join(',') ?? '' };
  const groupFlag = group === '' ? [] : ['--group', group];
  const { kind, version } = await needValues(
    session,
    'delete api',
    kindValues(root, givenKind),
    given,
    groupFlag,
  );
  const names = flags.controllerName;
  const { changes, kept, resources } =
    names === undefined
      ? planDeleteApi(root, { group, kind, versions: [...new Set(collect(version))], force })
      : planDeleteControllers(root, { group, kind, version, names: [...new Set(names)] });
  const { changed, text, written } = await carryOut(session, progress, root, changes, flags);
  const ownsKind = names === undefined && resources.some(({ api }) => api !== undefined);
  const note = ownsKind
    ? `\nObjects of ${kind} in clusters are not touched, and neither is the CRD there.\n`
    : '';
  return {
    data: { resources },
    changed,
    diagnostics: kept,
    text: written ? text + note + nextSteps(root, ({ exec }) => [`${exec} opgen manifests`]) : text,
  };
}
