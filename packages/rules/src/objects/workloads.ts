import { type FieldError, forbidden, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, metadataIn, objectsIn } from '../json.ts';
import { type Labels, type LabelSelector, matchesLabels } from '../selectors/label-selector.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { validateClaimSpec } from './claims.ts';
import {
  atMostAll,
  dns1123Label,
  immutable,
  notNegativeFields,
  notNegativeShare,
  objectIn,
  optionalText,
  textIn,
} from './fields.ts';
import { validateName } from './pod-spec.ts';
import { labelsOf, podSpecOf, validateTemplate } from './pod-templates.ts';
import type { Validation } from './validation.ts';

export const validateDeployment: Validation = (deployment, old) => {
  const spec = objectIn(deployment, 'spec');
  const { progressDeadlineSeconds: deadline, minReadySeconds } = spec;
  const rule = 'must be greater than minReadySeconds';
  return [
    ...notNegativeFields(spec, 'spec', [
      'replicas',
      'minReadySeconds',
      'revisionHistoryLimit',
      'progressDeadlineSeconds',
    ]),
    ...validateSelector(spec, { called: 'deployment', detail: 'invalid label selector' }),
    ...validateTemplate(spec, 'spec'),
    ...alwaysRestarting(spec, 'ReplicaSet'),
    ...validateStrategy(objectIn(spec, 'strategy'), 'spec.strategy'),
    ...(typeof deadline === 'number' && deadline <= Number(minReadySeconds ?? 0)
      ? [invalid('spec.progressDeadlineSeconds', deadline, rule)]
      : []),
    ...fixedSelector(spec, old),
  ];
};

function validateStrategy(strategy: JsonObject, path: string): FieldError[] {
  const { type, rollingUpdate } = strategy;
  switch (type) {
    case 'Recreate':
      return isObject(rollingUpdate)
        ? [forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")]
        : [];
    case 'RollingUpdate':
      return isObject(rollingUpdate)
        ? validateRollingUpdate(rollingUpdate, `${path}.rollingUpdate`)
        : [required(`${path}.rollingUpdate`, 'this should be defaulted and never be nil')];
    default:
      return [notSupported(path, strategy, ['Recreate', 'RollingUpdate'])];
  }
}

function validateRollingUpdate({ maxUnavailable, maxSurge }: JsonObject, path: string): FieldError[] {
  const isStuck = isNone(maxUnavailable) && isNone(maxSurge);
  return [
    ...notNegativeShare(maxUnavailable, `${path}.maxUnavailable`),
    ...notNegativeShare(maxSurge, `${path}.maxSurge`),
    ...(isStuck
      ? [invalid(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...atMostAll(maxUnavailable, `${path}.maxUnavailable`),
  ];
}

/** Whether a number or a percentage is zero, or not readable. */
function isNone(value: unknown): boolean {
  if (typeof value !== 'string') return (value ?? 0) === 0;
  return !/^[0-9]+%$/.test(value) || Number.parseInt(value, 10) === 0;
}

export const validateReplicaSet: Validation = (set, old) => {
  const spec = objectIn(set, 'spec');
  return [
    ...notNegativeFields(spec, 'spec', ['replicas', 'minReadySeconds']),
    ...validateSelector(spec, { called: 'deployment', detail: 'invalid label selector' }),
    ...validateTemplate(spec, 'spec'),
    ...alwaysRestarting(spec, 'ReplicaSet'),
    ...fixedSelector(spec, old),
  ];
};

/** Its selector consists of labels only, and can change. */
export const validateReplicationController: Validation = (controller) => {
  const spec = objectIn(controller, 'spec');
  const { selector, template } = spec;
  const wanted = isObject(selector) ? (selector as Labels) : {};
  const labels = labelsOf(template);
  return [
    ...notNegativeFields(spec, 'spec', ['replicas', 'minReadySeconds']),
    ...(Object.keys(wanted).length === 0 ? [required('spec.selector')] : []),
    ...(isObject(template) ? [] : [required('spec.template')]),
    ...(isObject(template) && !matchesLabels({ matchLabels: wanted }, labels as Labels)
      ? [invalid('spec.template.metadata.labels', labels, mismatch)]
      : []),
    ...(isObject(template) ? validateTemplate(spec, 'spec') : []),
    ...alwaysRestarting(spec, 'ReplicationController'),
  ];
};

export const validateDaemonSet: Validation = (set, old) => {
  const spec = objectIn(set, 'spec');
  return [
    ...notNegativeFields(spec, 'spec', ['minReadySeconds', 'revisionHistoryLimit']),
    ...validateSelector(spec, { called: 'daemonset', isOptional: true }),
    ...validateTemplate(spec, 'spec'),
    ...alwaysRestarting(spec, 'DaemonSet'),
    ...validateDaemonStrategy(objectIn(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...fixedSelector(spec, old),
  ];
};

function validateDaemonStrategy(strategy: JsonObject, path: string): FieldError[] {
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') return [notSupported(path, strategy, ['RollingUpdate', 'OnDelete'])];
  if (!isObject(rollingUpdate)) return [required(`${path}.rollingUpdate`)];
  const { maxUnavailable, maxSurge } = rollingUpdate;
  const at = `${path}.rollingUpdate`;
  const both = !isNone(maxUnavailable) && !isNone(maxSurge);
  const neither = isNone(maxUnavailable) && isNone(maxSurge);
  return [
    ...notNegativeShare(maxUnavailable, `${at}.maxUnavailable`),
    ...notNegativeShare(maxSurge, `${at}.maxSurge`),
    ...atMostAll(maxUnavailable, `${at}.maxUnavailable`),
    ...atMostAll(maxSurge, `${at}.maxSurge`),
    ...(both ? [invalid(`${at}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')] : []),
    ...(neither ? [required(`${at}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')] : []),
  ];
}

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

export const validateStatefulSet: Validation = (set, old) => {
  const spec = objectIn(set, 'spec');
  const policy = textIn(spec, 'podManagementPolicy');
  return [
    ...(old === undefined ? dns1123Label(textIn(metadataIn(set), 'name'), 'metadata.name') : []),
    ...(policy === ''
      ? [required('spec.podManagementPolicy')]
      : ['OrderedReady', 'Parallel'].includes(policy)
        ? []
        : [invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")]),
    ...validateSetStrategy(objectIn(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...validateRetention(objectIn(spec, 'persistentVolumeClaimRetentionPolicy')),
    ...notNegativeFields(spec, 'spec', ['replicas', 'minReadySeconds']),
    ...notNegativeFields(objectIn(spec, 'ordinals'), 'spec.ordinals', ['start']),
    ...validateClaims(objectsIn(spec['volumeClaimTemplates'])),
    ...(old === undefined ? optionalText(textIn(spec, 'serviceName'), 'spec.serviceName', dns1123Label) : []),
    ...validateSelector(spec, { called: 'statefulset', detail: '' }),
    ...validateTemplate(spec, 'spec'),
    ...alwaysRestarting(spec, 'StatefulSet'),
    ...fixedParts(spec, old),
  ];
};

function validateSetStrategy(strategy: JsonObject, path: string): FieldError[] {
  const { rollingUpdate } = strategy;
  const type = textIn(strategy, 'type');
  switch (type) {
    case '':
      return [required(path)];
    case 'OnDelete':
      return isObject(rollingUpdate)
        ? [invalid(`${path}.rollingUpdate`, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'")]
        : [];
    case 'RollingUpdate':
      return isObject(rollingUpdate)
        ? notNegativeFields(rollingUpdate, `${path}.rollingUpdate`, ['partition'])
        : [];
    default:
      return [invalid(path, strategy, "must be 'RollingUpdate' or 'OnDelete'")];
  }
}

function validateRetention(policy: JsonObject): FieldError[] {
  const path = 'spec.persistentVolumeClaimRetentionPolicy';
  return ['whenDeleted', 'whenScaled'].flatMap((name) =>
    oneOf(policy[name], ['Retain', 'Delete'], `${path}.${name}`),
  );
}

/** Each claim becomes a volume of the Pods. */
function validateClaims(claims: readonly JsonObject[]): FieldError[] {
  return claims.flatMap((claim, i) => {
    const name = metadataIn(claim)['name'];
    const volume = `spec.template.spec.volumes[${i}]`;
    return [
      ...validateClaimSpec(objectIn(claim, 'spec'), `spec.volumeClaimTemplates[${i}].spec`),
      ...validateName(name, `${volume}.name`),
      ...(name ? [] : [required(`${volume}.persistentVolumeClaim.claimName`)]),
    ];
  });
}

function fixedParts(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  if (old === undefined || deepEqual(fixedPart(spec), fixedPart(objectIn(old, 'spec')))) return [];
  const detail =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
    "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [forbidden('spec', detail)];
}

function fixedPart(spec: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !changeable.includes(key)));
}

const mismatch = '`selector` does not match template `labels`';

interface SelectorWords {
  /** How messages call the kind. */
  readonly called: string;
  readonly isOptional?: boolean;
  /** The detail of an error for a selector that cannot be read; undefined for none. */
  readonly detail?: string;
}

/** The selector of a workload must be set, contain something, and select the Pods of its template. */
function validateSelector(
  { selector, template }: JsonObject,
  { called, isOptional = false, detail }: SelectorWords,
): FieldError[] {
  const labels = labelsOf(template);
  const shown = Object.keys(labels).length === 0 ? null : labels;
  const unequal = invalid('spec.template.metadata.labels', shown, mismatch);
  if (!isObject(selector)) return isOptional ? [unequal] : [required('spec.selector'), unequal];
  const errors = validateLabelSelector(selector, 'spec.selector');
  const empty = Object.values(selector).every((part) => Object.keys(part ?? {}).length === 0);
  if (empty) return [invalid('spec.selector', selector, `empty selector is invalid for ${called}`)];
  if (errors.length > 0)
    return [...errors, ...(detail === undefined ? [] : [invalid('spec.selector', selector, detail)])];
  return matchesLabels(selector as LabelSelector, labels as Labels) ? [] : [unequal];
}

function fixedSelector(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  return old === undefined
    ? []
    : immutable(spec['selector'], objectIn(old, 'spec')['selector'], 'spec.selector');
}

/** Pods of controllers are restarted, and have no deadline. */
function alwaysRestarting(spec: JsonObject, kind: string): FieldError[] {
  const { restartPolicy, activeDeadlineSeconds } = podSpecOf(spec);
  const path = 'spec.template.spec';
  return [
    ...oneOf(restartPolicy, ['Always'], `${path}.restartPolicy`),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [forbidden(`${path}.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`)]),
  ];
}
