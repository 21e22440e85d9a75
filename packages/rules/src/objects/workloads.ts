import { type Labels, type LabelSelector, matchesLabels } from '../selectors/label-selector.ts';
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject } from '../json.ts';
import { notNegativeFields } from './fields.ts';
import { validatePodSpec } from './pod-spec.ts';
import { labelsOf, podSpecOf, validateTemplate } from './pod-templates.ts';
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
    ...notNegativeFields(spec, 'spec', ['minReadySeconds']),
    ...(Object.keys(wanted).length === 0 ? [required('spec.selector')] : []),
    ...notNegativeFields(spec, 'spec', ['replicas']),
    ...(isObject(template) ? [] : [required('spec.template')]),
    ...(isObject(template) && !matchesLabels({ matchLabels: wanted }, labels as Labels)
      ? [invalid('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')]
      : []),
    ...(isObject(template) ? validateTemplate(spec, 'spec') : []),
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

function validateWorkload({ spec }: JsonObject, old: JsonObject | undefined, called: string): FieldError[] {
  if (!isObject(spec)) return [];
  return [
    ...notNegativeFields(spec, 'spec', [
      'replicas',
      'minReadySeconds',
      'revisionHistoryLimit',
      'progressDeadlineSeconds',
    ]),
    ...validateSelector(spec, called),
    ...validateTemplate(spec, 'spec'),
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

function alwaysRestarting(spec: JsonObject): FieldError[] {
  const policy = podSpecOf(spec)['restartPolicy'];
  const path = 'spec.template.spec.restartPolicy';
  return policy === 'OnFailure' || policy === 'Never' ? [notSupported(path, policy, ['Always'])] : [];
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
