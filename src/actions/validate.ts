import { existsSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { WebhookConfiguration } from '@opgen/rules/webhooks';
import type { Rejection } from '../cluster/validate-objects.ts';
import { notDevelopable } from '../dev/diagnostics.ts';
import type { ProjectWebhooks, ProjectWebhooksOptions } from '../dev/project-webhooks.ts';
import { type Diagnostic, type Place, UserError } from '../diagnostics.ts';
import { manifestFiles } from '../disk/manifest-files.ts';
import { readGivenFile } from '../disk/read-given-file.ts';
import { readDefinitions } from '../import/read-definitions.ts';
import { configFolder, partFolders } from '../manifests/manifest-parts.ts';
import { type ManifestObject, type PlacedDocument, placedDocuments } from '../manifests/placed-documents.ts';
import { projectRootAbove } from '../project/find-project.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { readSource } from './crd/read-source.ts';
import { invalidObject, usageError } from './diagnostics.ts';

export interface ValidateOptions {
  /** Files and folders with further CRDs. */
  crd?: readonly string[] | undefined;
  /** False: do not start the operator to call its webhooks. */
  webhooks?: boolean | undefined;
}

/** An object of the given files, and where it is. */
interface GivenObject {
  readonly object: ManifestObject;
  /** The value of a field, or its key. */
  placeOf(field: string, options?: { key?: boolean }): Place;
}

/** Validates objects as the API server would, without a cluster. */
export async function validate(
  context: ActionContext,
  files: readonly string[],
  options: ValidateOptions,
): Promise<ActionResult> {
  const { cwd, env, progress } = context;
  const documents = (await Promise.all(files.map((file) => documentsAt(context, file)))).flat();
  const given = documents.flatMap(objectsIn);
  const root = projectRootAbove(cwd);
  const definitions = [
    ...(root === undefined ? [] : projectDefinitions(root)),
    ...(
      await Promise.all(
        (options.crd ?? []).map((path) => readSource(context, path).then((each) => each.definitions)),
      )
    ).flat(),
  ];
  const concerned = (root === undefined ? [] : webhooksOf(root)).filter((webhook) =>
    given.some(({ object }) => concerns(webhook, object)),
  );
  const isWanted = options.webhooks !== false && concerned.length > 0;
  const webhooks = root !== undefined && isWanted ? await prepareWebhooks({ root, env }) : undefined;
  const { validateObjects } = await import('../cluster/validate-objects.ts');
  const rejections = await progress
    .step('validate on the embedded API server', () =>
      validateObjects(
        given.map(({ object }) => object),
        unique(definitions),
        (cluster) => webhooks?.serve(cluster) ?? Promise.resolve(),
      ),
    )
    .finally(() => webhooks?.stop());
  const diagnostics = [
    ...documents.flatMap(({ errors }) =>
      errors.map(({ message, place }) =>
        invalidObject({ message: `invalid YAML: ${message}`, hint: 'correct the syntax', place }),
      ),
    ),
    ...documents.filter(({ errors, object }) => errors.length === 0 && object === undefined).map(noObject),
    ...given.flatMap((each, index) => (rejections[index] ?? []).map((one) => rejected(each, one))),
  ];
  const invalid = diagnostics.filter(({ severity }) => severity === 'error').length;
  const notCalled = webhooks === undefined ? concerned : [];
  return {
    text: [
      invalid === 0 ? `${count(given.length, 'object')} valid` : '',
      ...notCalled.map(({ name }) => `webhook ${name} was not called`),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    data: {
      objects: given.map(({ object, placeOf }, index) => ({
        apiVersion: object.apiVersion,
        kind: object.kind,
        metadata: { name: object.metadata['name'], namespace: object.metadata['namespace'] },
        place: placeOf(''),
        rejections: rejections[index] ?? [],
      })),
      webhooksNotCalled: notCalled.map(({ name }) => name),
    },
    diagnostics,
    found: invalid > 0,
  };
}

/** Undefined if the project cannot be bundled because nothing is installed. */
async function prepareWebhooks(options: ProjectWebhooksOptions): Promise<ProjectWebhooks | undefined> {
  const { ProjectWebhooks } = await import('../dev/project-webhooks.ts');
  try {
    return await ProjectWebhooks.prepare(options);
  } catch (error) {
    const isNotInstalled =
      error instanceof UserError && error.diagnostics.some(({ code }) => code === notDevelopable.code);
    if (isNotInstalled) return undefined;
    throw error;
  }
}

async function documentsAt(context: ActionContext, given: string): Promise<PlacedDocument[]> {
  const { cwd, input } = context;
  if (given === '-') return nonEmpty(placedDocuments((await input?.()) ?? '', 'standard input'));
  const isFolder = statSync(resolve(cwd, given), { throwIfNoEntry: false })?.isDirectory() === true;
  const files = isFolder
    ? manifestFiles(cwd, given).filter((file) => !basename(file).startsWith('kustomization.'))
    : [given];
  const hint = 'pass files or folders with manifests, or - for standard input';
  return files.flatMap((file) => {
    const text = readGivenFile(cwd, file, (message) => new UserError(usageError({ message, hint })));
    return nonEmpty(placedDocuments(text, relative(cwd, resolve(cwd, file)).split(sep).join('/')));
  });
}

function nonEmpty(documents: readonly PlacedDocument[]): PlacedDocument[] {
  return documents.filter(({ isEmpty }) => !isEmpty);
}

/** The object of a document, or those of a List. */
function objectsIn({ object, placeOf }: PlacedDocument): GivenObject[] {
  if (object === undefined) return [];
  const { items } = object;
  if (object.apiVersion !== 'v1' || object.kind !== 'List' || !Array.isArray(items))
    return [{ object, placeOf }];
  return (items as ManifestObject[]).map((item, index) => ({
    object: { ...item, metadata: item.metadata ?? {} },
    placeOf: (field, options) =>
      placeOf(field === '' ? `items[${index}]` : `items[${index}].${field}`, options),
  }));
}

function projectDefinitions(root: string): CustomResourceDefinition[] {
  const folder = join(configFolder, 'crd');
  if (!existsSync(join(root, folder))) return [];
  return manifestFiles(root, folder).flatMap((file) =>
    readDefinitions(
      readGivenFile(root, file, (message) => new Error(message)),
      file,
    ),
  );
}

/** A CRD that is given with --crd replaces that of the project. */
function unique(definitions: readonly CustomResourceDefinition[]): CustomResourceDefinition[] {
  return [...new Map(definitions.map((definition) => [definition.metadata.name, definition])).values()];
}

type Webhook = NonNullable<WebhookConfiguration['webhooks']>[number];

function webhooksOf(root: string): Webhook[] {
  const path = join(partFolders.webhook, 'manifests.yaml');
  if (!existsSync(join(root, path))) return [];
  const text = readGivenFile(root, path, (message) => new Error(message));
  return parseAllDocuments(text).flatMap(
    (document) => (document.toJS() as WebhookConfiguration | null)?.webhooks ?? [],
  );
}

/** Plurals are not known here, so a webhook of another kind of the same group may be listed too. */
function concerns({ rules = [] }: Webhook, { apiVersion }: ManifestObject): boolean {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  return rules.some(({ apiGroups, apiVersions }) => has(apiGroups, group) && has(apiVersions, version));
}

function has(values: readonly string[] | undefined, value: string): boolean {
  return values?.some((each) => each === value || each === '*') === true;
}

function noObject({ placeOf }: PlacedDocument): Diagnostic {
  return invalidObject({
    message: 'a document without apiVersion and kind',
    hint: 'add them, or remove the document',
    place: placeOf(''),
  });
}

const hints: Readonly<Record<Rejection['cause'], string>> = {
  'unknown-kind': 'correct apiVersion and kind, or pass the CRD with --crd',
  'unknown-field': 'correct its name, or remove it',
  invalid: 'change the value as the message says',
  webhook: 'change the object as the webhook says',
  admission: 'this depends on the cluster: check that it has what the message names',
};

function rejected({ object, placeOf }: GivenObject, { cause, field, message }: Rejection): Diagnostic {
  const { name } = object.metadata;
  const subject = typeof name === 'string' ? `${object.kind} ${name}` : object.kind;
  return invalidObject({
    severity: cause === 'admission' ? 'warning' : 'error',
    message: `${subject}: ${message}`,
    hint: hints[cause],
    place: placeOf(field, { key: cause === 'unknown-field' }),
  });
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun} is` : `${number} ${noun}s are`;
}
