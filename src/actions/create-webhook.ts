import { loadBuiltInResources } from '../kubernetes/built-in-resources.ts';
import { readProject } from '../project/project-file.ts';
import { planWebhook } from '../scaffold/webhook/create-webhook.ts';
import { chosenTypes, type WebhookType } from '../scaffold/webhook/options.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { askForValues } from './steps/ask-for-values.ts';
import { type ExternalApiOptions, readExternalApi } from './steps/external-api.ts';
import { kindValues } from './steps/kind-values.ts';
import { nextSteps } from './steps/next-steps.ts';
import { projectRoot } from './steps/project-root.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface CreateWebhookOptions
  extends
    WritingOptions,
    ExternalApiOptions,
    Partial<Record<WebhookType | 'programmaticValidation', boolean | undefined>> {
  group?: string | undefined;
  version?: string | undefined;
  kind?: string | undefined;
  plural?: string | undefined;
  defaultingPath?: string | undefined;
  validationPath?: string | undefined;
  spoke?: string[] | undefined;
  force?: boolean | undefined;
}

export async function createWebhook(
  context: ActionContext,
  options: CreateWebhookOptions,
): Promise<ActionResult> {
  const root = projectRoot(context);
  recoverOrRefuse(root, options);
  const { external, names } = readExternalApi(context.cwd, readProject(root), options);
  const given = {
    group: names?.group ?? options.group,
    version: options.version ?? names?.version,
    kind: options.kind ?? names?.kind,
  };
  const { kind, version } = await askForValues(
    context,
    'create webhook',
    kindValues(root, given.kind),
    given,
  );
  const { changes, files, notes, resource } = planWebhook(
    root,
    {
      group: given.group,
      version,
      kind,
      plural: options.plural ?? names?.plural,
      types: chosenTypes(options),
      spokes: options.spoke ?? [],
      defaultingPath: options.defaultingPath,
      validationPath: options.validationPath,
      external,
      force: options.force === true,
    },
    loadBuiltInResources(),
  );
  if (changes.length === 0) {
    const text = `the project already has these webhooks of ${kind} ${version}: nothing to do`;
    return { data: { resource }, text };
  }
  const { changed, text, written } = await writePlan(context, root, changes, options);
  const edits = files.map((path) => `edit ${path}`);
  const next = written ? nextSteps(root, ({ exec }) => [...edits, `${exec} opgen manifests`]) : '';
  const remarks = written ? notes.map((note) => `\n${note}\n`).join('') : '';
  return { data: { resource }, changed, text: text + remarks + next };
}
