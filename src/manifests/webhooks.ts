import type { WebhookConfiguration } from '@opgen/rules/webhooks';
import type { Diagnostic } from '../diagnostics.ts';
import type { ApiModel } from '../model/api-model.ts';
import { webhookConfiguration } from '../markers/definitions/webhook.ts';
import { isMarker } from '../markers/marker.ts';
import { duplicateConfiguration } from './diagnostics.ts';
import { checkRegistrations } from './check-registrations.ts';
import type { WrongInExpression } from './check-match-conditions.ts';
import { checkNames, checkPaths, checkWebhook } from './check-webhook.ts';
import { wantedWebhooks } from './wanted-webhooks.ts';
import { type WebhookContext, writtenWebhook } from './written-webhook.ts';

/** The mutating, then the validating configuration, with webhooks sorted by name. Omits an empty configuration. */
export function webhookConfigurations(
  model: ApiModel,
  context: WebhookContext & { wrongInExpression: WrongInExpression },
): WebhookConfiguration[] {
  const { known, problems, wrongInExpression } = context;
  const written = wantedWebhooks(model, problems).flatMap((wanted) => writtenWebhook(wanted, context) ?? []);
  for (const each of written) problems.push(...checkWebhook(each, known, wrongInExpression));
  const names = configurationNames(model, problems);
  const configurations = [true, false].flatMap((mutating) => {
    const ofSort = written.filter((each) => each.wanted.values.mutating === mutating);
    problems.push(...checkNames(ofSort));
    if (ofSort.length === 0) return [];
    return {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
      metadata: {
        name: names.get(mutating) ?? `${mutating ? 'mutating' : 'validating'}-webhook-configuration`,
      },
      webhooks: ofSort.map(({ webhook }) => webhook).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    } satisfies WebhookConfiguration;
  });
  problems.push(...checkPaths(written), ...checkRegistrations(model, written));
  return configurations;
}

/** The names from the markers; the key is `mutating`. */
function configurationNames({ fileMarkers }: ApiModel, problems: Diagnostic[]): Map<boolean, string> {
  const names = new Map<boolean, string>();
  const seen = new Set<boolean>();
  for (const marker of fileMarkers) {
    if (!isMarker(marker, webhookConfiguration)) continue;
    const { mutating, name } = marker.value;
    if (seen.has(mutating)) {
      problems.push(
        duplicateConfiguration({
          message: `duplicate +webhookconfiguration for ${mutating ? 'mutating' : 'validating'} webhooks`,
          hint: 'remove one of the markers',
          place: marker.place,
        }),
      );
    }
    seen.add(mutating);
    if (name !== undefined) names.set(mutating, name);
  }
  return names;
}
