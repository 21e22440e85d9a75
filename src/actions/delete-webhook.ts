import { planDeleteWebhook } from '../scaffold/delete/delete-webhook.ts';
import { chosenTypes, type WebhookType } from '../scaffold/webhook/options.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { askForValues } from './steps/ask-for-values.ts';
import { kindValues } from './steps/kind-values.ts';
import { nextSteps } from './steps/next-steps.ts';
import { projectRoot } from './steps/project-root.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

/** Without a type, all webhooks of the version are deleted. */
export interface DeleteWebhookOptions
  extends WritingOptions, Partial<Record<WebhookType | 'programmaticValidation', boolean | undefined>> {
  group?: string | undefined;
  version?: string | undefined;
  kind?: string | undefined;
}

export async function deleteWebhook(
  context: ActionContext,
  options: DeleteWebhookOptions,
): Promise<ActionResult> {
  const root = projectRoot(context);
  recoverOrRefuse(root, options);
  const { kind, version } = await askForValues(
    context,
    'delete webhook',
    kindValues(root, options.kind),
    options,
  );
  const { changes, kept, notes, resource } = planDeleteWebhook(root, {
    group: options.group,
    version,
    kind,
    types: chosenTypes(options),
  });
  const { changed, text, written } = await writePlan(context, root, changes, options);
  const note = notes.map((each) => `\n${each}\n`).join('');
  const next = written ? note + nextSteps(root, ({ exec }) => [`${exec} opgen manifests`]) : '';
  return { data: { resource }, changed, diagnostics: kept, text: text + next };
}
