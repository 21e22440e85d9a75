import { controllerStem } from '../../project/controllers.ts';
import { kebabCase, variableName, withArticle } from '../../project/names.ts';
import { pluralOf } from '../../project/plural.ts';
import { qualifiedGroup } from '../../project/group-version-kind.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';

/** The only values that the templates of a kind may read. */
export interface ResourceContext {
  project: { name: string; domain: string };
  resource: {
    /** The short group, such as `cache`. */
    group: string;
    /** As the API server knows it, such as `cache.example.com`; empty for the core group. */
    qualifiedGroup: string;
    version: string;
    apiVersion: string;
    kind: string;
    /** `a Memcached` */
    aKind: string;
    plural: string;
    singular: string;
    scope: 'Namespaced' | 'Cluster';
    namespaced: boolean;
    /** The first version of a kind is the stored one. */
    storage: boolean;
    /** Arguments of the `+resource:` marker, or empty. */
    marker: string;
    /** `demo-application` */
    fileName: string;
    /** `demoApplication` */
    variable: string;
    /** Of the sample in `config/samples`, without the ending. */
    sampleFile: string;
    sampleName: string;
    crdFile: string;
    /** Of the roles for people, without their names: `cache_memcached` and `cache-memcached`. */
    rolesFile: string;
    roleName: string;
    /** From a controller, and from its test, to the type. */
    typeImport: string;
    typeImportFromTest: string;
    repositoryRootFromTest: string;
  };
}

/** One controller of a kind. */
export interface ControllerContext extends ResourceContext {
  controller: {
    /** As logs and metrics say it, and as its file begins: `demo-application`. */
    name: string;
    reconciler: string;
    setupFunction: string;
    /** Below `src/controllers`. */
    path: string;
    importFromTest: string;
    /** From the test to what has its API server ask the webhooks. */
    webhooksImportFromTest: string;
  };
}

/** What a type says of its kind beside its name: things that PROJECT does not know. */
export interface ResourceNames {
  singular?: string | undefined;
  shortNames?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
}

export interface TypeOptions extends ResourceNames {
  /** Where it is not the first version that is stored. */
  storage?: boolean;
}

export function resourceContext(
  project: ProjectFile,
  resource: ProjectResource,
  options: TypeOptions,
): ResourceContext {
  const { group, version, kind } = resource;
  const qualified = qualifiedGroup(resource);
  const lower = kind.toLowerCase();
  const plural = resource.plural ?? pluralOf(kind);
  const namespaced = resource.api?.namespaced !== false;
  const firstVersion = project.resources.find((other) => isSameKind(other, resource));
  const root = group === '' ? '../..' : '../../..';
  const type = resource.path ?? typePath(resource);
  const isFile = type.startsWith('src/');
  return {
    project: { name: project.projectName, domain: project.domain },
    resource: {
      group,
      qualifiedGroup: qualified,
      version,
      apiVersion: [qualified, version].filter((part) => part !== '').join('/'),
      kind,
      aKind: withArticle(kind),
      plural,
      singular: options.singular ?? lower,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      namespaced,
      storage: options.storage ?? (firstVersion?.version ?? version) === version,
      marker: resourceMarker(options),
      fileName: kebabCase(kind),
      variable: variableName(kind),
      sampleFile: [group, version, lower].filter((part) => part !== '').join('_'),
      // Around an image, the name becomes a label.
      sampleName: `${lower}-sample`.length > 63 ? 'sample' : `${lower}-sample`,
      rolesFile: [group, lower].filter((part) => part !== '').join('_'),
      roleName: [group.replaceAll('.', '-'), lower].filter((part) => part !== '').join('-'),
      crdFile: `${qualified}_${plural}.yaml`,
      typeImport: isFile ? `${root.slice(3)}/${type.slice('src/'.length)}` : type,
      typeImportFromTest: isFile ? `${root}/${type}` : type,
      repositoryRootFromTest: root,
    },
  };
}

export function controllerContext(context: ResourceContext, name: string): ControllerContext {
  const { group, kind, repositoryRootFromTest } = context.resource;
  const stem = controllerStem(kind, name);
  const path = `${inFolder(group)}${name}.controller.ts`;
  return {
    ...context,
    controller: {
      name,
      reconciler: `${stem}Reconciler`,
      setupFunction: `setup${stem}Controller`,
      path,
      importFromTest: `${repositoryRootFromTest}/src/controllers/${path}`,
      webhooksImportFromTest: `${repositoryRootFromTest.slice(3)}/webhooks/serve-webhooks.ts`,
    },
  };
}

/** What fills `__group__` and the like in the paths of templates. */
export function resourcePaths({ resource }: ResourceContext): Record<string, string> {
  return {
    group: resource.group,
    version: resource.version,
    kind: resource.fileName,
    sample: resource.sampleFile,
    roles: resource.rolesFile,
  };
}

export function controllerPaths(context: ControllerContext): Record<string, string> {
  return { ...resourcePaths(context), controller: context.controller.name };
}

/** Where the type of a kind of the project's own is declared. */
export function typePath({ group, version, kind }: ProjectResource): string {
  return `src/api/${inFolder(group)}${version}/${kebabCase(kind)}.ts`;
}

/** Whether they are versions of one kind. */
export function isSameKind(one: ProjectResource, other: ProjectResource): boolean {
  return one.kind === other.kind && qualifiedGroup(one) === qualifiedGroup(other);
}

function inFolder(group: string): string {
  return group === '' ? '' : `${group}/`;
}

function resourceMarker({ singular, shortNames = [], categories = [] }: ResourceNames): string {
  return [
    ...(singular === undefined ? [] : [`singular=${singular}`]),
    ...(shortNames.length === 0 ? [] : [`shortName=${shortNames.join(';')}`]),
    ...(categories.length === 0 ? [] : [`categories=${categories.join(';')}`]),
  ].join(',');
}
