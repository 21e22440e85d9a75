import { isAtLeast } from '@opgen/rules/builtin';
import { mutate, validate } from '../admission/chain.ts';
import { type Core, timestamp } from '../core.ts';
import type { Resource } from '../resources/resource.ts';
import { type FieldError, fieldErrorText, notSupported, required } from '@opgen/rules/field-errors';
import { isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import { badRequest, conflict, plainError, StatusError } from '../status-errors.ts';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { admissionOf } from './admission.ts';
import { placeInNamespace } from './create.ts';
import { fieldsOfBody } from './fields.ts';
import { existing } from './read.ts';
import { requireType } from './types.ts';
import { commit } from './write.ts';

const bindingKind = { group: '', version: 'v1', kind: 'Binding' };
/** The labels of the node that are copied to the Pod. */
const topologyLabels = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone'];

interface Target {
  readonly kind?: string;
  readonly name?: string;
}

/**
 * Assigns a Pod to a node, once, as a scheduler does: by the Pod's `binding` subresource or the legacy `bindings`
 * resource.
 */
export async function bind(core: Core, call: Call): Promise<ServerResponse> {
  const body = sentBinding(core, call);
  const name = call.subresource === undefined ? body.metadata.name : call.path.name;
  const admission = { operation: 'CREATE', kind: bindingKind } as const;
  const located = withTopology(core, call, body);
  const binding =
    (await mutate(core, admissionOf(call, { ...admission, object: located }), call.warn)) ?? located;
  if (binding.metadata.name !== name)
    throw new StatusError(badRequest('name in URL does not match name in Binding object'));
  requireTarget(targetOf(binding));
  await validate(core, admissionOf(call, { ...admission, object: binding }), call.warn);
  const pods = core.registry.ofTable('/pods') as Resource;
  const pod = existing(core, { ...call, resource: pods, path: { ...call.path, name: name ?? '' } });
  requireBindable(binding, pod);
  if (!call.dryRun) commit(core, pods, bound(core, pod, binding));
  return jsonResponse(201, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
}

/** The Binding in the request, decoded. */
function sentBinding(core: Core, call: Call): StoredObject {
  const resource = core.registry.find('', 'v1', 'bindings') as Resource;
  const sent = readObject(call.request);
  requireType(resource, sent);
  const binding = fieldsOfBody({ ...call, resource }, sent);
  const metadata: JsonObject = { ...metadataIn(binding) };
  placeInNamespace(core, { ...call, resource }, metadata);
  return { ...binding, metadata } as StoredObject;
}

function targetOf({ target }: StoredObject): Target {
  return isObject(target) ? target : {};
}

/** Only the subresource copies the labels of the node to the Pod. */
function withTopology({ store }: Core, { subresource }: Call, binding: StoredObject): StoredObject {
  const { kind, name = '' } = targetOf(binding);
  const node =
    subresource !== undefined && kind === 'Node' ? store.find('/nodes', undefined, name) : undefined;
  const given = Object.entries(node?.metadata.labels ?? {}).filter(([key]) => topologyLabels.includes(key));
  if (given.length === 0) return binding;
  const labels = { ...binding.metadata.labels, ...Object.fromEntries(given) };
  return { ...binding, metadata: { ...binding.metadata, labels } };
}

function requireTarget({ kind = '', name = '' }: Target): void {
  const errors: FieldError[] = [];
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (name === '') errors.push(required('target.name'));
  const texts = errors.map(fieldErrorText);
  // Errors of a Binding are returned without the usual Status of an invalid object.
  if (texts.length > 0)
    throw new StatusError(plainError(texts.length === 1 ? String(texts[0]) : `[${texts.join(', ')}]`));
}

function requireBindable({ metadata: { uid, resourceVersion } }: StoredObject, pod: StoredObject): void {
  const { name, namespace, deletionTimestamp } = pod.metadata;
  const storage = `StorageError: invalid object, Code: 4, Key: /registry/pods/${namespace}/${name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed`;
  const refuse = (resource: string, cause: string): never => {
    throw new StatusError(conflict({ group: '', resource }, name, cause));
  };
  if (uid && uid !== pod.metadata.uid)
    refuse('pods', `${storage}: UID in precondition: ${uid}, UID in object meta: ${pod.metadata.uid}`);
  if (resourceVersion && resourceVersion !== pod.metadata.resourceVersion)
    refuse(
      'pods',
      `${storage}: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${pod.metadata.resourceVersion}`,
    );
  const { nodeName = '', schedulingGates = [] } = pod['spec'] as {
    nodeName?: string;
    schedulingGates?: unknown[];
  };
  if (deletionTimestamp !== undefined)
    refuse('pods/binding', `pod ${name} is being deleted, cannot be assigned to a host`);
  if (nodeName !== '') refuse('pods/binding', `pod ${name} is already assigned to node "${nodeName}"`);
  if (schedulingGates.length > 0) refuse('pods/binding', `pod ${name} has non-empty .spec.schedulingGates`);
}

/**
 * The Pod with its node name and the annotations of the Binding, since 1.35 with its labels and without a nominated node.
 * No field manager owns these fields.
 */
function bound(core: Core, pod: StoredObject, binding: StoredObject): StoredObject {
  const { labels, annotations } = binding.metadata;
  const copiesLabels = isAtLeast(core.registry.builtins.minor, '1.35');
  const merged = {
    ...(labels && copiesLabels && { labels: { ...pod.metadata.labels, ...labels } }),
    ...(annotations && { annotations: { ...pod.metadata.annotations, ...annotations } }),
  };
  const { nominatedNodeName, ...status } = isObject(pod['status']) ? pod['status'] : {};
  return {
    ...pod,
    metadata: { ...pod.metadata, ...merged },
    spec: { ...(pod['spec'] as JsonObject), nodeName: targetOf(binding).name },
    status: {
      ...status,
      ...(nominatedNodeName !== undefined && !copiesLabels && { nominatedNodeName }),
      conditions: scheduled(core, status['conditions']),
    },
  };
}

function scheduled(core: Core, conditions: unknown): JsonObject[] {
  const now: JsonObject = { type: 'PodScheduled', status: 'True', lastProbeTime: null };
  const all = Array.isArray(conditions) ? conditions.filter(isObject) : [];
  const old = all.find(({ type }) => type === 'PodScheduled');
  const since = old?.['status'] === 'True' ? old['lastTransitionTime'] : timestamp(core);
  const condition = { ...now, lastTransitionTime: since };
  return old === undefined ? [...all, condition] : all.map((each) => (each === old ? condition : each));
}
