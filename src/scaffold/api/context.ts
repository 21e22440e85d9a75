import { controllerStem } from '../../project/controllers.ts';
import { kebabCase, variableName, withArticle } from '../../project/names.ts';
import { pluralOf } from '../../project/plural.ts';
import { qualifiedGroup } from '../../project/group-version-kind.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { templateIdentifiers } from '../templates/identifiers.ts';
import { crdFolder } from './crd-folder.ts';
import { resourceArguments, type TypeOptions } from '../types/type-options.ts';

/** The values that the templates of a kind can read. */
export interface ResourceContext {
  project: { name: string; domain: string };
  resource: {
    /** The short group, such as `cache`. */
    group: string;
    /** The full group, such as `cache.example.com`; empty for the core group. */
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
    /** Whether this is the storage version. The first version of a kind is. */
    storage: boolean;
    /** Arguments of the `+resource:` marker, or empty. */
    marker: string;
    /** `demo-application` */
    fileName: string;
    /** `demoApplication` */
    variable: string;
    /** The file name of the sample in `config/samples`, without its extension. */
    sampleFile: string;
    sampleName: string;
    crdFile: string;
    /** The folder with the CRD, or empty. */
    crds: string;
    /** Prefixes of the admin, editor and viewer roles: `cache_memcached` in files, `cache-memcached` in names. */
    rolesFile: string;
    roleName: string;
    /** The import path of the type, from a controller and from its test. */
    typeImport: string;
    typeImportFromTest: string;
    repositoryRootFromTest: string;
  };
}

/** One controller of a kind. */
export interface ControllerContext extends ResourceContext {
  controller: {
    /** The name in logs and metrics, and the prefix of the file name: `demo-application`. */
    name: string;
    reconciler: string;
    setupFunction: string;
    /** Relative to `src/controllers`. */
    path: string;
    importFromTest: string;
    /** The import path, from the test, of the helper that serves the webhooks to the test API server. */
    webhooksImportFromTest: string;
  };
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
      marker: resourceArguments(options),
      fileName: kebabCase(kind),
      variable: variableName(kind, templateIdentifiers({ withImage: true })),
      sampleFile: [group, version, lower].filter((part) => part !== '').join('_'),
      // With --image, the sample name becomes a label value, which is limited to 63 characters.
      sampleName: `${lower}-sample`.length > 63 ? 'sample' : `${lower}-sample`,
      rolesFile: [group, lower].filter((part) => part !== '').join('_'),
      roleName: [group.replaceAll('.', '-'), lower].filter((part) => part !== '').join('-'),
      crdFile: `${qualified}_${plural}.yaml`,
      crds: crdFolder(resource),
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

/** The values of placeholders such as `__group__` in template paths. */
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

/** The default path of the file that declares a kind of the project. */
export function typePath({ group, version, kind }: ProjectResource): string {
  return `src/api/${inFolder(group)}${version}/${kebabCase(kind)}.ts`;
}

/** Whether both are versions of the same kind. */
export function isSameKind(one: ProjectResource, other: ProjectResource): boolean {
  return one.kind === other.kind && qualifiedGroup(one) === qualifiedGroup(other);
}

function inFolder(group: string): string {
  return group === '' ? '' : `${group}/`;
}
