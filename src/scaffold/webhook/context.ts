import { dirname, relative } from 'node:path/posix';
import { kebabCase, pascalCase } from '../../project/names.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { resourceContext, type ResourceContext } from '../api/context.ts';
import { isFromCrd } from '../api/external-type.ts';
import { isOfProject, typeModule } from '../api/type-module.ts';
import { hasNamespace, sampleOf } from './sample.ts';

/** The only values that the templates of webhooks may read, beside those of every resource. */
export interface WebhookContext extends ResourceContext {
  webhook: Wiring & {
    /** Only if it is not the default one, with what the marker and the registration say of it. */
    defaultingPath: string;
    defaultingOption: string;
    validationPath: string;
    validationOption: string;
    /** Where the CRD of the kind is, for tests that draw objects from its schema; empty for the kinds of Kubernetes. */
    crds: string;
    /** An object as it stands in a list, for tests that have no schema to draw from. */
    sample: string;
    /** The API server of the tests knows the kind. */
    served: boolean;
    namespaced: boolean;
    /** Others serve the kind. */
    isForeign: boolean;
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
  /** From the test to what sets up the webhooks of the whole project. */
  setupImportFromTest: string;
  /** From the test to what has its API server ask them. */
  serveImportFromTest: string;
  setupFunction: string;
  /** What `src/webhooks/webhooks.ts` calls it: another file may have a function of the same name. */
  setupName: string;
  setupImport: string;
}

/** What `spoke` is where a template is about all of them. */
const noSpoke: SpokeContext = { version: '', type: '', typeImport: '', typeImportFromTest: '' };

/** Where all webhooks of a project are set up. */
export const setupFile = 'src/webhooks/webhooks.ts';

/** `setup` is the text of the file that sets up all webhooks, where the names of others are taken. */
export function webhookContext(
  project: ProjectFile,
  resource: ProjectResource,
  setup: string,
): WebhookContext {
  const { group, kind, version, webhooks } = resource;
  const names = resourceContext(project, resource, {});
  const module = typeModule(resource);
  const crds = crdFolder(resource);
  const longName = `${group === '' ? '' : pascalCase(group)}${kind}${pascalCase(version)}`;
  const ofVersion = pathIn(group, version, `${kebabCase(kind)}.webhook.ts`);
  const ofKind = pathIn(group, `${kebabCase(kind)}.conversion.ts`);
  const { defaultingPath = '', validationPath = '' } = webhooks ?? {};
  return {
    ...names,
    webhook: {
      ...wiring(setup, module, ofVersion, `setup${kind}Webhook`, `setup${longName}Webhook`),
      defaultingPath,
      defaultingOption: optionOf(defaultingPath),
      validationPath,
      validationOption: optionOf(validationPath),
      crds,
      sample: crds === '' ? sampleOf(resource) : '',
      served: crds !== '' || resource.core === true,
      isForeign: !isOfProject(resource),
      namespaced: isOfProject(resource) ? names.resource.namespaced : hasNamespace(resource),
    },
    conversion: wiring(setup, module, ofKind, `setup${kind}Conversion`, `setup${longName}Conversion`),
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
export function webhookPaths({ resource }: WebhookContext): Record<string, string> {
  return { group: resource.group, version: resource.version, kind: resource.fileName };
}

function crdFolder(resource: ProjectResource): string {
  if (isOfProject(resource)) return 'config/crd/bases';
  return isFromCrd(resource) ? 'config/crd/external' : '';
}

function wiring(
  setup: string,
  module: string,
  path: string,
  setupFunction: string,
  longName: string,
): Wiring {
  const setupName = importedName(setup, path, setupFunction, longName);
  return {
    path,
    typeImport: importFrom(`src/webhooks/${path}`, module),
    typeImportFromTest: importFrom(`test/webhooks/${path}`, module),
    importFromTest: importFrom(`test/webhooks/${path}`, `src/webhooks/${path}`),
    setupImportFromTest: importFrom(`test/webhooks/${path}`, setupFile),
    serveImportFromTest: importFrom(`test/webhooks/${path}`, 'test/webhooks/serve-webhooks.ts'),
    setupFunction,
    setupName,
    setupImport: setupName === setupFunction ? setupFunction : `${setupFunction} as ${setupName}`,
  };
}

/** The name that the file is imported under already, else the short one unless it is taken. */
function importedName(setup: string, path: string, shortName: string, longName: string): string {
  const imported = setup.split('\n').find((line) => line.endsWith(` from './${path}';`));
  if (imported !== undefined) return imported.includes(` as ${longName} `) ? longName : shortName;
  return new RegExp(`\\b${shortName}\\b`).test(setup) ? longName : shortName;
}

function importFrom(file: string, module: string): string {
  if (!module.endsWith('.ts')) return module;
  const path = relative(dirname(file), module);
  return path.startsWith('.') ? path : `./${path}`;
}

function optionOf(path: string): string {
  return path === '' ? '' : `, { path: '${path}' }`;
}

function pathIn(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
