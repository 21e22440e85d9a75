import { Command } from 'commander';
import { collect, withWritingOptions, type WritingFlags, yesOrNo } from '../common-options.ts';
import { needValues } from '../missing-values.ts';
import type { Deliver, Outcome } from '../outcome.ts';
import type { Progress } from '../progress.ts';
import type { Session } from '../session.ts';

interface CreateApiFlags extends WritingFlags {
  group?: string;
  version?: string;
  kind?: string;
  plural?: string;
  singular?: string;
  shortName?: string[];
  category?: string[];
  clusterScoped?: boolean;
  namespaced?: boolean;
  resource?: boolean;
  controller?: boolean;
  force?: boolean;
}

export function createApiCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('api')
    .description('Add a kind: its type, and a controller that reconciles it')
    .option('--group <group>', 'API group, such as cache; the domain of the project is added to it')
    .option('--version <version>', 'API version, such as v1alpha1')
    .option('--kind <Kind>', 'kind, such as Memcached')
    .option('--plural <plural>', 'resource name, when the regular plural is wrong')
    .option('--singular <singular>', 'singular name, when it is not the kind in lower case')
    .option('--short-name <name>', 'short name for kubectl; may be repeated', collect)
    .option('--category <name>', 'category for kubectl, such as all; may be repeated', collect)
    .option('--cluster-scoped', 'objects belong to the cluster, not to a namespace')
    .option('--namespaced [boolean]', 'objects belong to a namespace (default)', yesOrNo)
    .option('--resource [boolean]', 'write the type (default)', yesOrNo)
    .option('--no-resource', 'write only the controller')
    .option('--controller [boolean]', 'write the controller (default)', yesOrNo)
    .option('--no-controller', 'write only the type')
    .option('--force', 'replace files that are in the way')
    .addHelpText('after', '\nExample:\n  opgen create api --group cache --version v1alpha1 --kind Memcached');
  return withWritingOptions(command).action((flags: CreateApiFlags) =>
    deliver((progress) => createApi(session, progress, flags)),
  );
}

const needed = {
  group: { flag: '--group', question: 'API group', example: 'cache' },
  version: { flag: '--version', question: 'API version', example: 'v1alpha1' },
  kind: { flag: '--kind', question: 'Kind', example: 'Memcached' },
};

async function createApi(session: Session, progress: Progress, flags: CreateApiFlags): Promise<Outcome> {
  const { findProjectRoot } = await import('../../project/project-file.ts');
  const { planApi } = await import('../../scaffold/scaffold-api.ts');
  const { recover } = await import('../../scaffold/apply-plan.ts');
  const { carryOut } = await import('../carry-out.ts');
  const root = findProjectRoot(session.cwd);
  recover(root);
  const { group, kind, version } = await needValues(session, 'create api', needed, flags);
  const { changes, resource } = planApi(root, {
    group,
    version,
    kind,
    ...(flags.plural !== undefined && { plural: flags.plural }),
    ...(flags.singular !== undefined && { singular: flags.singular }),
    ...(flags.shortName !== undefined && { shortNames: flags.shortName }),
    ...(flags.category !== undefined && { categories: flags.category }),
    namespaced: flags.clusterScoped !== true && flags.namespaced !== false,
    resource: flags.resource !== false,
    ...(flags.controller !== undefined && { controller: flags.controller }),
    force: flags.force === true,
  });
  if (changes.length === 0) {
    const text = `${kind} of ${group}/${version} is in the project already: nothing to do`;
    return { data: { resource }, text };
  }
  const { changed, text, written } = await carryOut(session, progress, root, changes, flags);
  const edit = resource.path === undefined ? '' : `  edit ${resource.path}\n`;
  return {
    data: { resource },
    changed,
    text: written ? `${text}\nNext:\n${edit}  npx opgen manifests\n` : text,
  };
}
