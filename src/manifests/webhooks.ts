import type { Diagnostic, Place } from '../diagnostics.ts';
import type {
  LabelSelector,
  MatchCondition,
  Webhook,
  WebhookConfiguration,
} from '../kubernetes/webhook-configuration.ts';
import type { ApiModel } from '../model/api-model.ts';
import { webhookConfiguration } from '../markers/definitions/webhook.ts';
import { isMarker, placeOfArgument } from '../markers/marker.ts';
import type { WrongInExpression } from './check-match-conditions.ts';
import { checkNames, checkPaths, checkWebhook } from './check-webhook.ts';
import type { KnownResources } from './known-resources.ts';
import { PatchError, patchedWebhook } from './patch-webhook.ts';
import { groupsOf } from './policy-rules.ts';
import { type WantedWebhook, wantedWebhooks } from './wanted-webhooks.ts';

export interface WebhookContext {
  known: KnownResources;
  /** The namespace in which the operator runs, if there is a PROJECT to tell it. */
  namespace: string | undefined;
  wrongInExpression: WrongInExpression;
  problems: Diagnostic[];
}

/** A webhook on its way, and where the parts of it are written. */
export interface WrittenWebhook {
  /** As the API server would get it. A patch may have put anything into its fields. */
  webhook: Webhook;
  wanted: WantedWebhook;
  placeOf: (argument: string) => Place;
}

/** The mutating webhooks first, then the validating ones, sorted by name; a sort without webhooks has no object. */
export function webhookConfigurations(model: ApiModel, context: WebhookContext): WebhookConfiguration[] {
  const { problems } = context;
  const written = wantedWebhooks(model, problems).flatMap((wanted) => writtenWebhook(wanted, context) ?? []);
  for (const each of written) problems.push(...checkWebhook(each, context));
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
  problems.push(...checkPaths(written));
  return configurations;
}

function writtenWebhook(wanted: WantedWebhook, context: WebhookContext): WrittenWebhook | undefined {
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
    const where = placeOf('patch');
    context.problems.push({
      code: 'OPG2307',
      severity: 'error',
      message,
      ...(hint !== undefined && { hint }),
      place: where,
    });
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
    // Others than these are refused below.
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
    // Both only where both are written, which is refused below.
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

/** By whether it is the mutating one. */
function configurationNames({ fileMarkers }: ApiModel, problems: Diagnostic[]): Map<boolean, string> {
  const names = new Map<boolean, string>();
  const seen = new Set<boolean>();
  for (const marker of fileMarkers) {
    if (!isMarker(marker, webhookConfiguration)) continue;
    const { mutating, name } = marker.value;
    if (seen.has(mutating)) {
      problems.push({
        code: 'OPG2308',
        severity: 'error',
        message: `the ${mutating ? 'mutating' : 'validating'} webhook configuration is named twice`,
        hint: 'remove one of the markers',
        place: marker.place,
      });
    }
    seen.add(mutating);
    if (name !== undefined) names.set(mutating, name);
  }
  return names;
}
