import { compact } from '../kubernetes/compact.ts';
import { UserError } from '../diagnostics.ts';
import { type BuiltInResources, loadBuiltInResources } from '../kubernetes/built-in-resources.ts';
import { readProject } from '../project/project-file.ts';
import type { DeployImage, ProjectResource } from '../project/project-resource.ts';
import { planApi } from '../scaffold/api/create-api.ts';
import type { ApiOptions } from '../scaffold/api/options.ts';
import { invalidImage } from '../scaffold/diagnostics.ts';
import type { PackageManagerWords } from '../scaffold/project/package-managers.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult, ChangedFile } from './action-result.ts';
import { askForValues } from './steps/ask-for-values.ts';
import { type ExternalApiOptions, readExternalApi } from './steps/external-api.ts';
import { nextSteps } from './steps/next-steps.ts';
import { projectRoot } from './steps/project-root.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface CreateApiOptions extends WritingOptions, ExternalApiOptions {
  group?: string | undefined;
  version?: string | undefined;
  kind?: string | undefined;
  plural?: string | undefined;
  singular?: string | undefined;
  shortName?: string[] | undefined;
  category?: string[] | undefined;
  /** The scope of the kind. */
  namespaced?: boolean | undefined;
  resource?: boolean | undefined;
  controller?: boolean | undefined;
  controllerName?: string | undefined;
  image?: string | undefined;
  containerPort?: string | undefined;
  runAsUser?: string | undefined;
  command?: string[] | undefined;
  force?: boolean | undefined;
}

const required = {
  version: { flag: '--version', question: 'API version', example: 'v1alpha1' },
  kind: { flag: '--kind', question: 'Kind', example: 'Memcached' },
};

export async function createApi(context: ActionContext, options: CreateApiOptions): Promise<ActionResult> {
  const root = projectRoot(context);
  recoverOrRefuse(root, options);
  const asked = await optionsOf(context, root, options);
  const builtIns = loadBuiltInResources();
  const { changes, copied, resource } = planApi(root, asked, builtIns);
  const { group, kind, version } = resource;
  if (changes.length === 0) {
    const name = [group, version].filter((part) => part !== '').join('/');
    return { data: { resource }, text: `the project already has ${kind} of ${name}: nothing to do` };
  }
  const { changed, text, written } = await writePlan(context, root, changes, options);
  const isCopy = copied !== undefined;
  // An operator around an image is complete, but a new version is there to be changed.
  const isComplete = resource.deployImage !== undefined && !isCopy;
  const toEdit = isComplete ? [] : filesToEdit(resource, changed);
  return {
    data: { resource, copied },
    changed,
    text: [
      text,
      isCopy ? `\n${version} starts as a copy of ${copied}.\n` : '',
      isNamesake(resource, builtIns)
        ? `\n${kind} is a new kind of your project. To add a controller for the built-in ${kind}, use --no-resource.\n`
        : '',
      written ? nextSteps(root, (words) => stepsFor(resource, toEdit, words)) : '',
    ].join(''),
  };
}

/** Whether the new kind has the name of a built-in one, which may have been meant. */
function isNamesake({ api, group, kind, version }: ProjectResource, builtIns: BuiltInResources): boolean {
  return api !== undefined && builtIns.ofKind(group, version, kind) !== undefined;
}

async function optionsOf(
  context: ActionContext,
  root: string,
  options: CreateApiOptions,
): Promise<ApiOptions> {
  const { external, names } = readExternalApi(context.cwd, readProject(root), options);
  const given = {
    group: names?.group ?? options.group,
    version: options.version ?? names?.version,
    kind: options.kind ?? names?.kind,
  };
  const group = given.group ?? (await askForGroup(context, given));
  const groupFlag = ['--group', group === '' ? 'cache' : group];
  const { kind, version } = await askForValues(context, 'create api', required, given, groupFlag);
  const { category, controller, controllerName, namespaced, resource, shortName, singular } = options;
  return {
    group,
    version,
    kind,
    plural: options.plural ?? names?.plural,
    singular,
    shortNames: shortName,
    categories: category,
    namespaced,
    resource,
    controller,
    controllerName,
    deployImage: deployImageOf(options),
    external,
    force: options.force === true,
  };
}

/** The group is optional in a project with a domain, so it is asked for only along with other values. */
async function askForGroup(
  { ask }: ActionContext,
  { kind, version }: Pick<CreateApiOptions, 'kind' | 'version'>,
): Promise<string> {
  if (ask === undefined || (kind !== undefined && version !== undefined)) return '';
  return ask('API group (such as cache; empty for the domain alone):');
}

function deployImageOf({
  command,
  containerPort,
  image,
  runAsUser,
}: CreateApiOptions): DeployImage | undefined {
  const parts = { command, 'container-port': containerPort, 'run-as-user': runAsUser };
  if (image === undefined) {
    const [flag] = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (flag === undefined) return undefined;
    const message = `--${flag} requires --image`;
    throw new UserError(invalidImage({ message, hint: `add --image, or remove --${flag}` }));
  }
  return compact({ command, containerPort, image, runAsUser });
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

/** The new type; or the new controllers of a type that exists already or is another operator's. */
function filesToEdit({ api, path }: ProjectResource, changed: readonly ChangedFile[]): string[] {
  const written = changed.flatMap((file) => (file.action === 'update' ? [] : [file.path]));
  const types = written.filter((file) => api !== undefined && file === path);
  return types.length > 0 ? types : written.filter((file) => file.startsWith('src/controllers/'));
}
