import { mutate, validate } from '../admission/chain.ts';
import { type Core, timestamp } from '../core.ts';
import {
  guards,
  isDisposable,
  evictionErrorOf,
  sparesUnready,
  spent,
} from '../disruption/disruption-budget.ts';
import type { Resource } from '../resources/resource.ts';
import { isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import { badRequest, plainError, StatusError } from '../status-errors.ts';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { admissionOf } from './admission.ts';
import { deleteObject, deleteOptions, requirePreconditions } from './delete.ts';
import { existing } from './read.ts';
import { commit } from './write.ts';

const budgets = 'policy/poddisruptionbudgets';
const evictionKind = { group: 'policy', version: 'v1', kind: 'Eviction' };

/** Deletes a Pod if its PodDisruptionBudget allows it. */
export async function evict(core: Core, call: Call): Promise<ServerResponse> {
  const eviction = await admitted(core, call, readObject(call.request));
  const given = isObject(eviction['deleteOptions']) ? eviction['deleteOptions'] : {};
  const options = deleteOptions(call, given);
  const pod = existing(core, call);
  if (!isDisposable(pod)) spend(core, pod, options.dryRun);
  requirePreconditions(call.resource, pod, options);
  const evicted = options.dryRun ? pod : commit(core, call.resource, disrupted(core, pod));
  const { uid } = options.preconditions ?? {};
  deleteObject(core, call.resource, evicted, { ...options, preconditions: { ...(uid && { uid }) } });
  return jsonResponse(201, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
}

/** The Pod with the condition by which a Job, for instance, recognizes an eviction. */
function disrupted(core: Core, pod: StoredObject): StoredObject {
  const status = isObject(pod['status']) ? pod['status'] : {};
  const conditions = Array.isArray(status['conditions']) ? status['conditions'].filter(isObject) : [];
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: timestamp(core),
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  const others = conditions.filter(({ type }) => type !== condition.type);
  return { ...pod, status: { ...status, conditions: [...others, condition] } };
}

async function admitted(core: Core, call: Call, body: JsonObject): Promise<JsonObject> {
  const metadata = metadataIn(body);
  if (metadata['name'] !== call.path.name) {
    throw new StatusError(badRequest('name in URL does not match name in Eviction object'));
  }
  const eviction = { ...body, metadata: { ...metadata, namespace: call.path.namespace } } as StoredObject;
  const write = { operation: 'CREATE', kind: evictionKind } as const;
  const mutated =
    (await mutate(core, admissionOf(call, { ...write, object: eviction }), call.warn)) ?? eviction;
  await validate(core, admissionOf(call, { ...write, object: mutated }), call.warn);
  return mutated;
}

/** Records the disruption in the budget of a Pod, or rejects the eviction. A later failure does not revert it. */
function spend(core: Core, pod: StoredObject, dryRun: boolean): void {
  const { registry, store } = core;
  const guarding = store.list(budgets, pod.metadata.namespace).filter((budget) => guards(budget, pod));
  if (guarding.length > 1) {
    const message =
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    throw new StatusError(plainError(message));
  }
  const [budget] = guarding;
  if (budget === undefined || sparesUnready(budget, pod)) return;
  const refusal = evictionErrorOf(budget);
  if (refusal !== undefined) throw new StatusError(refusal);
  if (!dryRun) commit(core, registry.ofTable(budgets) as Resource, spent(budget, pod, timestamp(core)));
}
