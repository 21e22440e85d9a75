import { dirname, relative } from 'node:path/posix';
import { kebabCase, pascalCase } from '../../project/names.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { readNamedImports } from '../../source/read-named-imports.ts';
import { readTokens } from '../../source/read-tokens.ts';
import { resourceContext, type ResourceContext } from '../api/context.ts';
import { crdFolder } from '../api/crd-folder.ts';
import { isOfProject, typeModule } from '../api/type-module.ts';
import { hasNamespace, sampleOf } from './sample.ts';

/** The values that the templates of webhooks can read in addition to those of every resource. */
export interface WebhookContext extends ResourceContext {
  webhook: Wiring & {
    /** The path as an argument of the marker, and as an option of the registration. Empty for the default path. */
    defaultingPath: string;
    defaultingOption: string;
    validationPath: string;
    validationOption: string;
    /** The CRD folder of the kind, for tests that generate objects from its schema; empty for built-in kinds. */
    crds: string;
    /** An array element with an object of the kind, for tests without a schema to generate objects from. */
    sample: string;
    /** Whether the test API server serves the kind. */
    served: boolean;
    namespaced: boolean;
    /** The kind is built-in or external. */
    isForeign: boolean;
  };
  conversion: Wiring;
  spoke: SpokeContext;
}

/** One version that the conversion webhook converts to and from the hub. */
interface SpokeContext {
  version: string;
  /** `MemcachedV2` */
  type: string;
  typeImport: string;
  typeImportFromTest: string;
}

/** The paths and names with which other files import a webhook file. */
interface Wiring {
  /** Relative to `src/webhooks`. */
  path: string;
  typeImport: string;
  typeImportFromTest: string;
  importFromTest: string;
  /** The import path, from the test, of the module that sets up all webhooks of the project. */
  setupImportFromTest: string;
  /** The import path, from the test, of the helper that serves the webhooks to the test API server. */
  serveImportFromTest: string;
  setupFunction: string;
  /** The local name of the setup function in `src/webhooks/webhooks.ts`; unique there, unlike `setupFunction`. */
  setupName: string;
  setupImport: string;
}

/** The value of `spoke` in templates that are rendered once for all spokes. */
const noSpoke: SpokeContext = { version: '', type: '', typeImport: '', typeImportFromTest: '' };

/** The file that sets up all webhooks of a project. */
export const setupFile = 'src/webhooks/webhooks.ts';

/** `setup` is the current text of `setupFile`. It determines which names are already taken. */
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

/** The context with the values of one spoke. */
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

/** The values of placeholders such as `__group__` in template paths. */
export function webhookPaths({ resource }: WebhookContext): Record<string, string> {
  return { group: resource.group, version: resource.version, kind: resource.fileName };
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

/** The name under which the file is already imported, or else the short name unless it is taken. */
function importedName(setup: string, path: string, shortName: string, longName: string): string {
  const imported = readNamedImports(setup).find(({ module }) => module === `./${path}`);
  const isLong =
    imported === undefined
      ? readTokens(setupFile, setup).some(({ text }) => text === shortName)
      : imported.names.some(({ local }) => local === longName);
  return isLong ? longName : shortName;
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
