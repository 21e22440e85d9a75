import { Command } from 'commander';
import { UserError } from '../../diagnostics.ts';
import type { BuiltInResources } from '../../kubernetes/built-in-resources.ts';
import type { DeployImage, ProjectResource } from '../../project/project-resource.ts';
import type { ApiOptions, ExternalType } from '../../scaffold/api/options.ts';
import type { ReadCrd } from '../../scaffold/api/external-crd.ts';
import type { PackageManagerWords } from '../../scaffold/project/package-managers.ts';
import { collect, withWritingOptions, type WritingFlags, yesOrNo } from '../common-options.ts';
import { needValues } from '../missing-values.ts';
import type { Deliver } from '../deliver.ts';
import type { ChangedFile, Outcome } from '../outcome.ts';
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
  controllerName?: string;
  image?: string;
  containerPort?: string;
  runAsUser?: string;
  command?: string[];
  externalApiDomain?: string;
  externalApiModule?: string;
  externalApiCrd?: string;
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
    .option('--no-resource', 'write only the controller, for a type that the project or Kubernetes has')
    .option('--controller [boolean]', 'write the controller (default)', yesOrNo)
    .option('--no-controller', 'write only the type')
    .option('--controller-name <name>', 'name of the controller, for one more of a kind')
    .option('--image <reference>', 'write a whole operator that runs this image')
    .option('--container-port <port>', 'port that the image listens on')
    .option('--run-as-user <uid>', 'user that the container runs as')
    .option('--command <words>', 'command of the container, as a comma list', collect)
    .option('--external-api-module <module>', 'npm module that exports a kind of another operator')
    .option('--external-api-crd <file>', 'file with the CRD of another operator')
    .option('--external-api-domain <domain>', 'domain that its group ends with')
    .option('--force', 'replace files that are in the way')
    .addHelpText('after', examples);
  return withWritingOptions(command).action((flags: CreateApiFlags) =>
    deliver((progress) => createApi(session, progress, flags)),
  );
}

const examples = `
Examples:
  opgen create api --group cache --version v1alpha1 --kind Memcached
  opgen create api --group cache --version v1 --kind Memcached --image memcached:1.6 --container-port 11211
  opgen create api --group apps --version v1 --kind Deployment --no-resource
  opgen create api --external-api-crd certificates.yaml --version v1`;

const needed = {
  version: { flag: '--version', question: 'API version', example: 'v1alpha1' },
  kind: { flag: '--kind', question: 'Kind', example: 'Memcached' },
};

async function createApi(session: Session, progress: Progress, flags: CreateApiFlags): Promise<Outcome> {
  const { findProjectRoot } = await import('../../project/find-project.ts');
  const { loadBuiltInResources } = await import('../../kubernetes/built-in-resources.ts');
  const { planApi } = await import('../../scaffold/api/create-api.ts');
  const { recover } = await import('../../scaffold/files/apply-plan.ts');
  const { carryOut } = await import('../carry-out.ts');
  const { nextSteps } = await import('../next-steps.ts');
  const root = findProjectRoot(session.cwd);
  recover(root);
  const options = await optionsOf(session, flags);
  const builtIns = await loadBuiltInResources();
  const { changes, copied, resource } = planApi(root, options, builtIns);
  if (copied !== undefined) {
    const { checkCopied } = await import('../check-copied.ts');
    checkCopied(copied);
  }
  const { group, kind, version } = resource;
  if (changes.length === 0) {
    const name = [group, version].filter((part) => part !== '').join('/');
    return { data: { resource }, text: `${kind} of ${name} is in the project already: nothing to do` };
  }
  const { changed, text, written } = await carryOut(session, progress, root, changes, flags);
  const isCopy = copied !== undefined;
  // Around an image nothing is left to do, but a further version is made to be another.
  const isWhole = resource.deployImage !== undefined && !isCopy;
  const toEdit = isWhole ? [] : filesToEdit(resource, changed);
  const next = written ? nextSteps(root, (words) => stepsFor(resource, toEdit, words)) : '';
  return {
    data: { resource, ...(isCopy && { copied: copied.path }) },
    changed,
    text: [
      text,
      isCopy ? `\n${version} begins as a copy of ${copied.path}.\n` : '',
      isNamesake(resource, builtIns)
        ? `\nThis ${kind} is a kind of your own. --no-resource makes a controller for that of Kubernetes.\n`
        : '',
      next,
    ].join(''),
  };
}

/** Whether a kind of the project's own is called as one of Kubernetes, which may have been meant. */
function isNamesake({ api, group, kind, version }: ProjectResource, builtIns: BuiltInResources): boolean {
  return api !== undefined && builtIns.ofKind(group, version, kind) !== undefined;
}

async function optionsOf(session: Session, flags: CreateApiFlags): Promise<ApiOptions> {
  refuseTwoScopes(flags);
  const crd = await readCrd(session, flags);
  const given = { ...crd?.names, ...flags };
  const group = given.group ?? (await askForGroup(session, given));
  const { kind, version } = await needValues(session, 'create api', needed, given, groupArgs(group));
  const { externalApiDomain: domain, externalApiModule: module } = flags;
  const isExternal = crd !== undefined || module !== undefined || domain !== undefined;
  const external: ExternalType = {
    ...((domain ?? crd?.names.domain) !== undefined && { domain: domain ?? crd?.names.domain ?? '' }),
    ...(module !== undefined && { module }),
    ...(crd !== undefined && { crd: crd.source }),
  };
  return {
    group,
    version,
    kind,
    ...(given.plural !== undefined && { plural: given.plural }),
    ...(flags.singular !== undefined && { singular: flags.singular }),
    ...(flags.shortName !== undefined && { shortNames: flags.shortName }),
    ...(flags.category !== undefined && { categories: flags.category }),
    namespaced: flags.clusterScoped !== true && flags.namespaced !== false,
    ...(flags.resource !== undefined && { resource: flags.resource }),
    ...(flags.controller !== undefined && { controller: flags.controller }),
    ...(flags.controllerName !== undefined && { controllerName: flags.controllerName }),
    ...deployImageOf(flags),
    ...(isExternal && { external }),
    force: flags.force === true,
  };
}

function refuseTwoScopes({ clusterScoped, namespaced }: CreateApiFlags): void {
  if (clusterScoped !== true || namespaced !== true) return;
  throw new UserError({
    code: 'OPG4001',
    severity: 'error',
    message: 'a kind is --cluster-scoped or --namespaced, not both',
    hint: 'leave one of them out',
  });
}

/** A project with a domain can do without a group, so it is asked for only where somebody is asked anyway. */
async function askForGroup(session: Session, { kind, version }: CreateApiFlags): Promise<string> {
  if (session.ask === undefined || (kind !== undefined && version !== undefined)) return '';
  return session.ask('API group (such as cache; empty for the domain alone):');
}

/** The command to run shows where the group goes, also when it was left out. */
function groupArgs(group: string): string[] {
  return ['--group', group === '' ? 'cache' : group];
}

function deployImageOf(flags: CreateApiFlags): { deployImage?: DeployImage } {
  const { command, containerPort, image, runAsUser } = flags;
  if (image === undefined) {
    const [lonely] = Object.entries({ command, 'container-port': containerPort, 'run-as-user': runAsUser })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name);
    if (lonely === undefined) return {};
    throw new UserError({
      code: 'OPG3015',
      severity: 'error',
      message: `--${lonely} says how an image is run, and there is no --image`,
      hint: `add --image, or leave --${lonely} out`,
    });
  }
  return {
    deployImage: {
      ...(command !== undefined && { command }),
      ...(containerPort !== undefined && { containerPort }),
      image,
      ...(runAsUser !== undefined && { runAsUser }),
    },
  };
}

/** The names and the text of a CRD, if one is given. */
async function readCrd(session: Session, flags: CreateApiFlags): Promise<ReadCrd | undefined> {
  if (flags.externalApiCrd === undefined) return undefined;
  const { readExternalCrd } = await import('../../scaffold/api/external-crd.ts');
  return readExternalCrd(session.cwd, flags.externalApiCrd, flags);
}

function stepsFor(
  { module }: ProjectResource,
  toEdit: readonly string[],
  { add, exec }: PackageManagerWords,
): string[] {
  return [
    ...(module === undefined ? [] : [`${add} ${module}`]),
    ...toEdit.map((path) => `edit ${path}`),
    `${exec} opgen manifests`,
  ];
}

/** Where the user goes on: at the type, or at the controllers of one that is there or is somebody else's. */
function filesToEdit({ api, path }: ProjectResource, changed: readonly ChangedFile[]): string[] {
  const written = changed.flatMap((file) => (file.action === 'update' ? [] : [file.path]));
  const types = written.filter((file) => api !== undefined && file === path);
  return types.length > 0 ? types : written.filter((file) => file.startsWith('src/controllers/'));
}
