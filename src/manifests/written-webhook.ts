import { compact } from '../kubernetes/compact.ts';
import type { LabelSelector } from '@opgen/rules/selectors';
import type { MatchCondition, Webhook } from '@opgen/rules/webhooks';
import type { Diagnostic, Place } from '../diagnostics.ts';
import { placeOfArgument } from '../markers/marker.ts';
import { invalidPatch } from './diagnostics.ts';
import type { KnownResources } from './known-resources.ts';
import { PatchError, patchedWebhook } from './patch-webhook.ts';
import { groupsOf } from './policy-rules.ts';
import type { WantedWebhook } from './wanted-webhooks.ts';

export interface WebhookContext {
  known: KnownResources;
  /** The namespace in which the operator runs; undefined without a PROJECT. */
  namespace: string | undefined;
  problems: Diagnostic[];
}

/** A generated webhook always has rules. */
export type GeneratedWebhook = Webhook & Required<Pick<Webhook, 'rules'>>;

/** A generated webhook, and the places of its arguments in the sources. */
export interface WrittenWebhook {
  /** As the API server will receive it. After a patch its fields can have invalid values. */
  webhook: GeneratedWebhook;
  wanted: WantedWebhook;
  placeOf: (argument: string) => Place;
}

/** Builds a webhook and applies its patch. Reports a patch that cannot be applied, and returns undefined. */
export function writtenWebhook(wanted: WantedWebhook, context: WebhookContext): WrittenWebhook | undefined {
  const { marker, place, values } = wanted;
  const placeOf = (argument: string): Place =>
    marker === undefined ? place : placeOfArgument(marker, argument);
  const webhook = webhookOf(wanted, context);
  if (values.patch === undefined) return { webhook, wanted, placeOf };
  try {
    return { webhook: patchedWebhook(webhook, values.patch) as GeneratedWebhook, wanted, placeOf };
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const { hint, message } = error;
    context.problems.push(invalidPatch({ message, hint, place: placeOf('patch') }));
    return undefined;
  }
}

function webhookOf({ values }: WantedWebhook, { known, namespace }: WebhookContext): GeneratedWebhook {
  const groups = groupsOf(values.groups);
  const isOwn = groups.every((group) => values.resources.every((resource) => known.isOwn(group, resource)));
  const selector = values.namespaceSelector ?? (isOwn ? undefined : outsideOf(namespace));
  const { matchPolicy, objectSelector, matchConditions, reinvocationPolicy, scope, timeoutSeconds } = values;
  return compact({
    name: values.name,
    admissionReviewVersions: values.admissionReviewVersions,
    clientConfig: clientConfig(values),
    failurePolicy: values.failurePolicy,
    matchConditions: matchConditions as MatchCondition[] | undefined,
    matchPolicy,
    namespaceSelector: selector as LabelSelector | undefined,
    objectSelector: objectSelector as LabelSelector | undefined,
    reinvocationPolicy,
    rules: [
      compact({
        apiGroups: groups,
        apiVersions: values.versions,
        operations: values.verbs,
        resources: values.resources,
        scope,
      }),
    ],
    // checkWebhook reports other values.
    sideEffects: values.sideEffects as Webhook['sideEffects'],
    timeoutSeconds,
  });
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
    // checkWebhook reports a marker that sets both url and path.
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
 * Excludes kube-system and the operator's namespace from webhooks for resources that the project does not own: while
 * the operator is down, the cluster must be able to recover.
 */
function outsideOf(namespace: string | undefined): LabelSelector {
  const values = [...(namespace === undefined ? [] : [namespace]), 'kube-system'];
  return { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values }] };
}
