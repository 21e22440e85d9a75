import { dirname, relative } from 'node:path/posix';
import { kebabCase, pascalCase } from '../project/names.ts';
import type { ProjectFile, ProjectResource } from '../project/project-file.ts';
import { resourceContext, type ResourceContext } from './context.ts';
import { isOfProject, typeModule } from './type-module.ts';
import { sampleOf } from './webhook-sample.ts';

/** The only values that the templates of webhooks may read, beside those of every resource. */
export interface WebhookContext extends ResourceContext {
  webhook: Wiring & {
    /** Only if it is not the default one, with what the marker and the registration say of it. */
    defaultingPath: string;
    defaultingOption: string;
    validationPath: string;
    validationOption: string;
    /** From the test to the conversions of the kind, which a version that is not stored needs. */
    conversionImportFromTest: string;
    /** The tests draw objects from the schema that the project has; of other kinds they have one object. */
    sampled: boolean;
    /** That one object, as it stands in a list. */
    sample: string;
  };
  conversion: Wiring;
  spoke: SpokeContext;
}

/** One version that is converted to and from the hub. */
interface SpokeContext {
  version: string;
  /** `MemcachedV2` */
  type: string;
  typeImport: string;
  typeImportFromTest: string;
}

/** How a file of webhooks is reached. */
interface Wiring {
  /** Relative to `src/webhooks`. */
  path: string;
  typeImport: string;
  typeImportFromTest: string;
  importFromTest: string;
  setupFunction: string;
  /** What `src/main.ts` calls it: another file may have a function of the same name. */
  setupName: string;
  setupImport: string;
}

/** What `spoke` is where a template is about all of them. */
const noSpoke: SpokeContext = { version: '', type: '', typeImport: '', typeImportFromTest: '' };

/** `main` is the text of `src/main.ts`, in which the names of other webhooks are taken. */
export function webhookContext(
  project: ProjectFile,
  resource: ProjectResource,
  main: string,
): WebhookContext {
  const { kind, version, webhooks } = resource;
  const names = resourceContext(project, resource, {});
  const group = webhookGroup(resource);
  const module = typeModule(resource);
  const longName = `${group === '' ? '' : pascalCase(group)}${kind}${pascalCase(version)}`;
  const ofVersion = pathIn(group, version, `${kebabCase(kind)}.webhook.ts`);
  const ofKind = pathIn(group, `${kebabCase(kind)}.conversion.ts`);
  const { defaultingPath = '', validationPath = '' } = webhooks ?? {};
  return {
    ...names,
    webhook: {
      ...wiring(main, module, ofVersion, `setup${kind}Webhook`, `setup${longName}Webhook`),
      defaultingPath,
      defaultingOption: optionOf(defaultingPath),
      validationPath,
      validationOption: optionOf(validationPath),
      conversionImportFromTest: importFrom(`test/webhooks/${ofVersion}`, `src/webhooks/${ofKind}`),
      sampled: isOfProject(resource),
      sample: isOfProject(resource) ? '' : sampleOf(resource, names.resource.namespaced),
    },
    conversion: wiring(main, module, ofKind, `setup${kind}Conversion`, `setup${longName}Conversion`),
    spoke: noSpoke,
  };
}

/** The same context for one spoke of the hub. */
export function spokeContext(context: WebhookContext, spoke: ProjectResource): WebhookContext {
  const module = typeModule(spoke);
  const { path } = context.conversion;
  return {
    ...context,
    spoke: {
      version: spoke.version,
      type: `${spoke.kind}${pascalCase(spoke.version)}`,
      typeImport: importFrom(`src/webhooks/${path}`, module),
      typeImportFromTest: importFrom(`test/webhooks/${path}`, module),
    },
  };
}

/** What fills `__group__` and the like in the paths of templates. */
export function webhookPaths({ resource }: WebhookContext, of: ProjectResource): Record<string, string> {
  return { group: webhookGroup(of), version: resource.version, kind: resource.fileName };
}

/** The folder of a group: without its name, that of Kubernetes' core would be taken for that of the project. */
function webhookGroup({ core, group }: ProjectResource): string {
  return core === true && group === '' ? 'core' : group;
}

function wiring(main: string, module: string, path: string, setupFunction: string, longName: string): Wiring {
  const setupName = nameInMain(main, path, setupFunction, longName);
  return {
    path,
    typeImport: importFrom(`src/webhooks/${path}`, module),
    typeImportFromTest: importFrom(`test/webhooks/${path}`, module),
    importFromTest: importFrom(`test/webhooks/${path}`, `src/webhooks/${path}`),
    setupFunction,
    setupName,
    setupImport: setupName === setupFunction ? setupFunction : `${setupFunction} as ${setupName}`,
  };
}

/** The name that the file is imported under already, else the short one unless it is taken. */
function nameInMain(main: string, path: string, shortName: string, longName: string): string {
  const imported = main.split('\n').find((line) => line.endsWith(` from './webhooks/${path}';`));
  if (imported !== undefined) return imported.includes(` as ${longName} `) ? longName : shortName;
  return new RegExp(`\\b${shortName}\\b`).test(main) ? longName : shortName;
}

function importFrom(file: string, module: string): string {
  return module.endsWith('.ts') ? relative(dirname(file), module) : module;
}

function optionOf(path: string): string {
  return path === '' ? '' : `, { path: '${path}' }`;
}

function pathIn(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
