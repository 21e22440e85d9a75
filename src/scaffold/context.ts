import { basename } from 'node:path/posix';
import { kebabCase, pascalCase, variableName, withArticle } from '../project/names.ts';
import { pluralOf } from '../project/plural.ts';
import { qualifiedGroup } from '../project/group-version-kind.ts';
import type { ProjectFile, ProjectResource } from '../project/project-file.ts';

/** The only values that templates may read. */
export interface ProjectContext {
  project: {
    name: string;
    domain: string;
    packageName: string;
    /** An SPDX identifier, or UNLICENSED. */
    license: string;
    owner: string;
    year: number;
    /** `opgen create` needs them to be right, so they are opgen's own. */
    dependencies: Record<DependencyName, string>;
  };
}

export type DependencyName =
  'runtime' | 'testing' | 'opgen' | 'nodeTypes' | 'esbuild' | 'oxlint' | 'prettier' | 'typescript' | 'vitest';

export interface ResourceContext {
  project: { name: string; domain: string };
  resource: {
    /** The short group, such as `cache`. */
    group: string;
    /** As the API server knows it, such as `cache.example.com`. */
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
    controllerName: string;
    setupFunction: string;
    /** What `src/main.ts` calls it: another controller may have the same name. */
    setupName: string;
    setupImport: string;
    controllerPath: string;
    /** From a controller, and from its test, to the file of the type. */
    typeImport: string;
    typeImportFromTest: string;
    controllerImportFromTest: string;
    repositoryRootFromTest: string;
  };
}

export interface ResourceNames {
  singular?: string;
  shortNames?: readonly string[];
  categories?: readonly string[];
}

export function resourceContext(
  project: ProjectFile,
  resource: ProjectResource,
  names: ResourceNames,
): ResourceContext {
  const { group, version, kind } = resource;
  const qualified = qualifiedGroup(resource);
  const fileName = kebabCase(kind);
  const lower = kind.toLowerCase();
  const plural = resource.plural ?? pluralOf(kind);
  const namespaced = resource.api?.namespaced !== false;
  const depth = group === '' ? '../..' : '../../..';
  const inGroup = group === '' ? '' : `${group}/`;
  const setupFunction = `setup${kind}Controller`;
  const taken = project.resources.some(
    (other) => other.kind === kind && other.controller === true && other.group !== group,
  );
  const firstVersion = project.resources.find((other) => other.kind === kind && other.group === group);
  const setupName = taken ? `setup${pascalCase(group)}${kind}Controller` : setupFunction;
  return {
    project: { name: project.projectName, domain: project.domain },
    resource: {
      group,
      qualifiedGroup: qualified,
      version,
      apiVersion: `${qualified}/${version}`,
      kind,
      aKind: withArticle(kind),
      plural,
      singular: names.singular ?? lower,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      namespaced,
      storage: (firstVersion?.version ?? version) === version,
      marker: resourceMarker(names),
      fileName,
      variable: variableName(kind),
      sampleFile: [group, version, lower].filter((part) => part !== '').join('_'),
      sampleName: `${lower}-sample`,
      rolesFile: [group, lower].filter((part) => part !== '').join('_'),
      roleName: [group.replaceAll('.', '-'), lower].filter((part) => part !== '').join('-'),
      crdFile: `${qualified}_${plural}.yaml`,
      controllerName: taken ? `${group.replaceAll('.', '-')}-${fileName}` : fileName,
      setupFunction,
      setupName,
      setupImport: taken ? `${setupFunction} as ${setupName}` : setupFunction,
      controllerPath: `${inGroup}${fileName}.controller.ts`,
      typeImport: `${depth.slice(3)}/api/${inGroup}${version}/${fileName}.ts`,
      typeImportFromTest: `${depth}/src/api/${inGroup}${version}/${fileName}.ts`,
      controllerImportFromTest: `${depth}/src/controllers/${inGroup}${fileName}.controller.ts`,
      repositoryRootFromTest: depth,
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

/** Where the type of a kind is declared. */
export function typePath({ resource }: ResourceContext): string {
  const inGroup = resource.group === '' ? '' : `${resource.group}/`;
  return `src/api/${inGroup}${resource.version}/${basename(resource.typeImport)}`;
}

function resourceMarker({ singular, shortNames = [], categories = [] }: ResourceNames): string {
  return [
    ...(singular === undefined ? [] : [`singular=${singular}`]),
    ...(shortNames.length === 0 ? [] : [`shortName=${shortNames.join(';')}`]),
    ...(categories.length === 0 ? [] : [`categories=${categories.join(';')}`]),
  ].join(',');
}
