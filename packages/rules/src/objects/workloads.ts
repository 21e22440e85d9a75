import { type Labels, type LabelSelector, matchesLabels } from '../selectors/label-selector.ts';
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject } from '../json.ts';
import { validateLabels } from '../metadata/validate-metadata.ts';
import { validatePodSpec } from './pod-spec.ts';
import type { Validation } from './validation.ts';

export const validatePod: Validation = ({ spec }) => (isObject(spec) ? validatePodSpec(spec, 'spec') : []);

export const validateDeployment: Validation = (object, old) => validateWorkload(object, old, 'deployment');
export const validateReplicaSet: Validation = (object, old) => validateWorkload(object, old, 'deployment');
/** Its selector consists of labels only, and can change. */
export const validateReplicationController: Validation = ({ spec }) => {
  if (!isObject(spec)) return [];
  const { selector, template } = spec;
  const wanted = isObject(selector) ? (selector as Labels) : {};
  const labels = labelsOf(template);
  return [
    ...notNegative(spec, ['minReadySeconds']),
    ...(Object.keys(wanted).length === 0 ? [required('spec.selector')] : []),
    ...notNegative(spec, ['replicas']),
    ...(isObject(template) ? [] : [required('spec.template')]),
    ...(isObject(template) && !matchesLabels({ matchLabels: wanted }, labels as Labels)
      ? [invalid('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')]
      : []),
    ...validateTemplate(spec),
    ...alwaysRestarting(spec),
  ];
};

export const validateDaemonSet: Validation = (object, old) => validateWorkload(object, old, 'daemonset');

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

export const validateStatefulSet: Validation = (object, old) => {
  const errors = validateWorkload(object, undefined, 'statefulset');
  if (old === undefined || deepEqual(fixedPart(object['spec']), fixedPart(old['spec']))) return errors;
  const detail =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
    "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [...errors, forbidden('spec', detail)];
};

export const validateJob: Validation = ({ spec }, old) => {
  if (!isObject(spec)) return [];
  const policy = podSpecOf(spec)['restartPolicy'];
  const path = 'spec.template.spec.restartPolicy';
  return [
    ...notNegative(spec, [
      'parallelism',
      'completions',
      'activeDeadlineSeconds',
      'backoffLimit',
      'ttlSecondsAfterFinished',
    ]),
    ...validateTemplate(spec),
    ...(policy === undefined || policy === 'Always'
      ? [required(path, 'valid values: "OnFailure", "Never"')]
      : policy === 'OnFailure' || policy === 'Never'
        ? []
        : [notSupported(path, policy, ['OnFailure', 'Never'])]),
    ...unchanged(spec, old?.['spec'], ['selector', 'template', 'completionMode']),
  ];
};

function validateWorkload({ spec }: JsonObject, old: JsonObject | undefined, called: string): FieldError[] {
  if (!isObject(spec)) return [];
  return [
    ...notNegative(spec, ['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds']),
    ...validateSelector(spec, called),
    ...validateTemplate(spec),
    ...alwaysRestarting(spec),
    ...unchanged(spec, old?.['spec'], ['selector']),
  ];
}

/** The selector of a workload must be there, say something, and select the Pods of its template. */
function validateSelector({ selector, template }: JsonObject, called: string): FieldError[] {
  const labels = labelsOf(template);
  const mismatch = invalid(
    'spec.template.metadata.labels',
    labels,
    '`selector` does not match template `labels`',
  );
  if (!isObject(selector)) return called === 'daemonset' ? [mismatch] : [required('spec.selector'), mismatch];
  const empty = Object.values(selector).every((part) => Object.keys(part ?? {}).length === 0);
  if (empty) return [invalid('spec.selector', selector, `empty selector is invalid for ${called}`)];
  return matchesLabels(selector as LabelSelector, labels as Labels) ? [] : [mismatch];
}

function validateTemplate(spec: JsonObject): FieldError[] {
  const template = spec['template'];
  if (!isObject(template)) return [];
  const claims = Array.isArray(spec['volumeClaimTemplates'])
    ? spec['volumeClaimTemplates'].filter(isObject)
    : [];
  const claimed = claims.map(({ metadata }) => ({ name: isObject(metadata) ? metadata['name'] : undefined }));
  return [
    ...validateLabels(labelsOf(template), 'spec.template.labels'),
    ...validatePodSpec({ ...podSpecOf(spec), volumeClaimTemplates: claimed }, 'spec.template.spec'),
  ];
}

function alwaysRestarting(spec: JsonObject): FieldError[] {
  const policy = podSpecOf(spec)['restartPolicy'];
  const path = 'spec.template.spec.restartPolicy';
  return policy === 'OnFailure' || policy === 'Never' ? [notSupported(path, policy, ['Always'])] : [];
}

function podSpecOf({ template }: JsonObject): JsonObject {
  const spec = isObject(template) ? template['spec'] : undefined;
  return isObject(spec) ? spec : {};
}

function labelsOf(template: unknown): Record<string, string> {
  const metadata = isObject(template) ? template['metadata'] : undefined;
  const labels = isObject(metadata) ? metadata['labels'] : undefined;
  return isObject(labels) ? (labels as Record<string, string>) : {};
}

function notNegative(spec: JsonObject, keys: readonly string[]): FieldError[] {
  return keys.flatMap((key) => {
    const value = spec[key];
    const isNegative = typeof value === 'number' && value < 0;
    return isNegative ? [invalid(`spec.${key}`, value, 'must be greater than or equal to 0')] : [];
  });
}

function unchanged(spec: JsonObject, old: unknown, keys: readonly string[]): FieldError[] {
  if (!isObject(old)) return [];
  return keys
    .filter((key) => !deepEqual(spec[key], old[key]))
    .map((key) => invalid(`spec.${key}`, spec[key], 'field is immutable'));
}

function fixedPart(spec: unknown): JsonObject {
  const entries = Object.entries(isObject(spec) ? spec : {});
  return Object.fromEntries(entries.filter(([key]) => !changeable.includes(key)));
}
