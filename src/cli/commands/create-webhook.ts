import { Command, Option } from 'commander';
import type { ExternalType } from '../../scaffold/api/options.ts';
import type { WebhookOptions } from '../../scaffold/webhook/options.ts';
import { collect, withWritingOptions, type WritingFlags, yesOrNo } from '../common-options.ts';
import { needValues } from '../missing-values.ts';
import type { Deliver } from '../deliver.ts';
import type { Outcome } from '../outcome.ts';
import type { Progress } from '../progress.ts';
import type { Session } from '../session.ts';

interface CreateWebhookFlags extends WritingFlags {
  group?: string;
  version?: string;
  kind?: string;
  plural?: string;
  defaulting?: boolean;
  defaultingPath?: string;
  validation?: boolean;
  programmaticValidation?: boolean;
  validationPath?: string;
  conversion?: boolean;
  spoke?: string[];
  externalApiModule?: string;
  externalApiDomain?: string;
}

export function createWebhookCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('webhook')
    .description('Have the API server ask the operator: to fill objects in, to check or to convert them')
    .option('--group <group>', 'API group of the kind, such as cache; may be left out when it is clear')
    .option('--version <version>', 'API version of the kind, such as v1alpha1')
    .option('--kind <Kind>', 'kind, such as Memcached, or one of Kubernetes, such as Pod')
    .option('--plural <plural>', 'resource name, when the regular plural is wrong')
    .option('--defaulting [boolean]', 'fill in what an object leaves open', yesOrNo)
    .option('--defaulting-path <path>', 'where the API server asks, instead of /mutate-…')
    .option('--validation [boolean]', 'refuse objects that the schema lets through', yesOrNo)
    .addOption(
      new Option('--programmatic-validation [boolean]', 'the same, as kubebuilder has it')
        .argParser(yesOrNo)
        .hideHelp(),
    )
    .option('--validation-path <path>', 'where the API server asks, instead of /validate-…')
    .option('--conversion [boolean]', 'convert between this version, to be stored, and others', yesOrNo)
    .option('--spoke <version>', 'a version to convert to and from; may be repeated', collect)
    .option('--external-api-module <module>', 'npm module that exports a kind of another operator')
    .option('--external-api-domain <domain>', 'domain that its group ends with')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  opgen create webhook --group cache --version v1 --kind Memcached --validation\n' +
        '  opgen create webhook --group cache --version v1 --kind Memcached --conversion --spoke v2',
    );
  return withWritingOptions(command).action((flags: CreateWebhookFlags) =>
    deliver((progress) => createWebhook(session, progress, flags)),
  );
}

async function createWebhook(
  session: Session,
  progress: Progress,
  flags: CreateWebhookFlags,
): Promise<Outcome> {
  const { findProjectRoot } = await import('../../project/find-project.ts');
  const { loadBuiltInResources } = await import('../../kubernetes/built-in-resources.ts');
  const { chosenTypes } = await import('../../scaffold/webhook/options.ts');
  const { planWebhook } = await import('../../scaffold/webhook/create-webhook.ts');
  const { recover } = await import('../../scaffold/files/apply-plan.ts');
  const { kindValues } = await import('../kind-values.ts');
  const { carryOut } = await import('../carry-out.ts');
  const { nextSteps } = await import('../next-steps.ts');
  const root = findProjectRoot(session.cwd);
  recover(root);
  const { kind, version } = await needValues(session, 'create webhook', kindValues(root, flags.kind), flags);
  const options: WebhookOptions = {
    ...(flags.group !== undefined && { group: flags.group }),
    version,
    kind,
    ...(flags.plural !== undefined && { plural: flags.plural }),
    types: chosenTypes(flags),
    spokes: flags.spoke ?? [],
    ...(flags.defaultingPath !== undefined && { defaultingPath: flags.defaultingPath }),
    ...(flags.validationPath !== undefined && { validationPath: flags.validationPath }),
    ...(flags.externalApiModule !== undefined && { external: externalOf(flags, flags.externalApiModule) }),
  };
  const { changes, files, resource } = planWebhook(root, options, await loadBuiltInResources());
  if (changes.length === 0) {
    const text = `the webhooks of ${kind} ${version} are in the project already: nothing to do`;
    return { data: { resource }, text };
  }
  const { changed, text, written } = await carryOut(session, progress, root, changes, flags);
  const edits = files.map((path) => `edit ${path}`);
  const next = written ? nextSteps(root, ({ exec }) => [...edits, `${exec} opgen manifests`]) : '';
  return { data: { resource }, changed, text: text + next };
}

function externalOf({ externalApiDomain: domain }: CreateWebhookFlags, module: string): ExternalType {
  return { module, ...(domain !== undefined && { domain }) };
}
