import type { Diagnostic, Place } from '../diagnostics.ts';
import type { LabelSelector, MatchCondition, Webhook } from '../kubernetes/webhook-configuration.ts';
import { placeOfArgument } from '../markers/marker.ts';
import { invalidPatch } from './diagnostics.ts';
import type { KnownResources } from './known-resources.ts';
import { PatchError, patchedWebhook } from './patch-webhook.ts';
import { groupsOf } from './policy-rules.ts';
import type { WantedWebhook } from './wanted-webhooks.ts';

export interface WebhookContext {
  known: KnownResources;
  /** The namespace in which the operator runs, if there is a PROJECT to tell it. */
  namespace: string | undefined;
  problems: Diagnostic[];
}

/** A webhook on its way, and where the parts of it are written. */
export interface WrittenWebhook {
  /** As the API server would get it. A patch may have put anything into its fields. */
  webhook: Webhook;
  wanted: WantedWebhook;
  placeOf: (argument: string) => Place;
}

/** A wanted webhook, filled up and patched. A patch that cannot be applied is reported, and leaves nothing. */
export function writtenWebhook(wanted: WantedWebhook, context: WebhookContext): WrittenWebhook | undefined {
  const { marker, place, values } = wanted;
  const placeOf = (argument: string): Place =>
    marker === undefined ? place : placeOfArgument(marker, argument);
  const webhook = webhookOf(wanted, context);
  if (values.patch === undefined) return { webhook, wanted, placeOf };
  try {
    return { webhook: patchedWebhook(webhook, values.patch) as Webhook, wanted, placeOf };
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const { hint, message } = error;
    context.problems.push(invalidPatch({ message, hint, place: placeOf('patch') }));
    return undefined;
  }
}

function webhookOf({ values }: WantedWebhook, { known, namespace }: WebhookContext): Webhook {
  const groups = groupsOf(values.groups);
  const isOwn = groups.every((group) => values.resources.every((resource) => known.isOwn(group, resource)));
  const selector = values.namespaceSelector ?? (isOwn ? undefined : outsideOf(namespace));
  const { matchPolicy, objectSelector, matchConditions, reinvocationPolicy, scope, timeoutSeconds } = values;
  return {
    name: values.name,
    admissionReviewVersions: values.admissionReviewVersions,
    clientConfig: clientConfig(values),
    failurePolicy: values.failurePolicy,
    ...(matchConditions !== undefined && { matchConditions: matchConditions as unknown as MatchCondition[] }),
    ...(matchPolicy !== undefined && { matchPolicy }),
    ...(selector !== undefined && { namespaceSelector: selector as LabelSelector }),
    ...(objectSelector !== undefined && { objectSelector: objectSelector as LabelSelector }),
    ...(reinvocationPolicy !== undefined && { reinvocationPolicy }),
    rules: [
      {
        apiGroups: groups,
        apiVersions: values.versions,
        operations: values.verbs,
        resources: values.resources,
        ...(scope !== undefined && { scope }),
      },
    ],
    // Others than these the check refuses.
    sideEffects: values.sideEffects as Webhook['sideEffects'],
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  };
}

function clientConfig({
  path,
  serviceName,
  serviceNamespace,
  servicePort,
  url,
}: WantedWebhook['values']): Webhook['clientConfig'] {
  return {
    ...(url !== undefined && { url }),
    // Both only where both are written, which the check refuses.
    ...((url === undefined || path !== undefined) && {
      service: {
        name: serviceName ?? 'webhook-service',
        namespace: serviceNamespace ?? 'system',
        ...(path !== undefined && { path }),
        ...(servicePort !== undefined && { port: servicePort }),
      },
    }),
  };
}

/**
 * An operator that is down must not stop the cluster from mending itself: what it does not own is left alone where
 * the operator runs, and where the cluster does.
 */
function outsideOf(namespace: string | undefined): LabelSelector {
  const values = [...(namespace === undefined ? [] : [namespace]), 'kube-system'];
  return { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values }] };
}
