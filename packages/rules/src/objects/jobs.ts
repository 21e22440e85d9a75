import { duplicates, type FieldError, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, metadataIn, objectsIn } from '../json.ts';
import { validateShortDomainPath } from '../names/domain-paths.ts';
import { type LabelSelector, type Labels, matchesLabels } from '../selectors/label-selector.ts';
import { immutable, invalids, notNegative, notNegativeFields, objectIn, textIn } from './fields.ts';
import { indexesProblem, numberOfIndexes } from './job-indexes.ts';
import { labelsOf, podSpecOf, validateTemplate } from './pod-templates.ts';
import { qualifiedNameProblems } from '../names/qualified-names.ts';
import type { Validation } from './validation.ts';

const mostParallelIndexed = 100_000;
const longestManagedBy = 63;
const uidLabel = 'batch.kubernetes.io/controller-uid';

export const validateJob: Validation = (job, old) => {
  const spec = objectIn(job, 'spec');
  return [
    ...validateJobSpec(spec, 'spec'),
    ...validateSelector(job),
    ...(old === undefined ? [] : validateUpdate(spec, objectIn(old, 'spec'))),
  ];
};

/** The server generates the selector, unless a user promises to choose a unique one. */
function validateSelector(job: JsonObject): FieldError[] {
  const spec = objectIn(job, 'spec');
  const { selector, template } = spec;
  const labels = labelsOf(template);
  const generated = { matchLabels: { [uidLabel]: metadataIn(job)['uid'] } };
  const isGenerated =
    spec['manualSelector'] === true || (isObject(selector) && deepEqual(selector, generated));
  const isMatch = isObject(selector) && matchesLabels(selector as LabelSelector, labels as Labels);
  return [
    ...(isObject(selector) ? [] : [required('spec.selector')]),
    ...(isGenerated ? [] : [invalid('spec.selector', selector ?? null, '`selector` not auto-generated')]),
    ...(isMatch
      ? []
      : [
          invalid(
            'spec.template.metadata.labels',
            Object.keys(labels).length === 0 ? null : labels,
            '`selector` does not match template `labels`',
          ),
        ]),
  ];
}

/** The rules for the spec of a Job and of the Jobs of a CronJob. */
export function validateJobSpec(spec: JsonObject, path: string): FieldError[] {
  return [
    ...notNegativeFields(spec, path, [
      'parallelism',
      'completions',
      'activeDeadlineSeconds',
      'backoffLimit',
      'ttlSecondsAfterFinished',
      'backoffLimitPerIndex',
      'maxFailedIndexes',
    ]),
    ...validateIndexes(spec, path),
    ...oneOf(spec['podReplacementPolicy'], ['Failed', 'TerminatingOrFailed'], `${path}.podReplacementPolicy`),
    ...(typeof spec['managedBy'] === 'string'
      ? validateShortDomainPath(longestManagedBy, spec['managedBy'], `${path}.managedBy`)
      : []),
    ...(isObject(spec['podFailurePolicy'])
      ? validateFailurePolicy(spec, spec['podFailurePolicy'], path)
      : []),
    ...(isObject(spec['successPolicy']) ? validateSuccessPolicy(spec, spec['successPolicy'], path) : []),
    ...validateTemplate(spec, path),
    ...validateRestartPolicy(spec, `${path}.template.spec.restartPolicy`),
  ];
}

function validateRestartPolicy(spec: JsonObject, path: string): FieldError[] {
  const policy = podSpecOf(spec)['restartPolicy'];
  if (policy === undefined || policy === 'Always')
    return [required(path, 'valid values: "OnFailure", "Never"')];
  const isOther = policy !== 'OnFailure' && policy !== 'Never';
  if (isOther) return [notSupported(path, policy, ['OnFailure', 'Never'])];
  return policy === 'OnFailure' && isObject(spec['podFailurePolicy'])
    ? [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    : [];
}

function validateIndexes(spec: JsonObject, path: string): FieldError[] {
  const { completionMode, completions, parallelism, backoffLimitPerIndex, maxFailedIndexes } = spec;
  const isIndexed = completionMode === 'Indexed';
  const indexedOnly = (name: string): FieldError[] =>
    isIndexed || spec[name] === undefined
      ? []
      : [invalid(`${path}.${name}`, spec[name], 'requires indexed completion mode')];
  return [
    ...oneOf(completionMode, ['NonIndexed', 'Indexed'], `${path}.completionMode`),
    ...(isIndexed && completions === undefined
      ? [required(`${path}.completions`, 'when completion mode is Indexed')]
      : []),
    ...(isIndexed && Number(parallelism) > mostParallelIndexed
      ? [
          invalid(
            `${path}.parallelism`,
            parallelism,
            `must be less than or equal to ${mostParallelIndexed} when completion mode is Indexed`,
          ),
        ]
      : []),
    ...indexedOnly('backoffLimitPerIndex'),
    ...indexedOnly('maxFailedIndexes'),
    ...(isIndexed && Number(maxFailedIndexes) > Number(completions)
      ? [invalid(`${path}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to completions')]
      : []),
    ...(maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined
      ? [required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
      : []),
  ];
}

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

function validateFailurePolicy(spec: JsonObject, policy: JsonObject, path: string): FieldError[] {
  return objectsIn(policy['rules']).flatMap((rule, i) =>
    validateFailureRule(spec, rule, `${path}.podFailurePolicy.rules[${i}]`),
  );
}

function validateFailureRule(spec: JsonObject, rule: JsonObject, path: string): FieldError[] {
  const { onExitCodes, onPodConditions } = rule;
  const action = textIn(rule, 'action');
  const conditions = objectsIn(onPodConditions);
  const byCode = isObject(onExitCodes);
  const problem =
    byCode && conditions.length > 0
      ? 'specifying both OnExitCodes and OnPodConditions is not supported'
      : !byCode && conditions.length === 0
        ? 'specifying one of OnExitCodes and OnPodConditions is required'
        : undefined;
  return [
    ...(action === ''
      ? [required(`${path}.action`, `valid values: ${actions.map((one) => `"${one}"`).join(', ')}`)]
      : oneOf(action, actions, `${path}.action`)),
    ...(action === 'FailIndex' && spec['backoffLimitPerIndex'] === undefined
      ? [invalid(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set')]
      : []),
    ...(byCode ? validateExitCodes(spec, onExitCodes, `${path}.onExitCodes`) : []),
    ...conditions.flatMap((condition, i) => validateCondition(condition, `${path}.onPodConditions[${i}]`)),
    ...(problem === undefined ? [] : [withoutValue(path, problem)]),
  ];
}

/** The server prints no value here. */
function withoutValue(field: string, detail: string): FieldError {
  return { type: 'Invalid', field, detail };
}

function validateExitCodes(spec: JsonObject, rule: JsonObject, path: string): FieldError[] {
  const { containerName } = rule;
  const operator = textIn(rule, 'operator');
  const values = Array.isArray(rule['values']) ? rule['values'].map(Number) : [];
  const pod = podSpecOf(spec);
  const names = [...objectsIn(pod['containers']), ...objectsIn(pod['initContainers'])].map(
    ({ name }) => name,
  );
  const isUnknown = typeof containerName === 'string' && !names.includes(containerName);
  const isOrdered = values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0));
  return [
    ...(operator === ''
      ? [required(`${path}.operator`, 'valid values: "In", "NotIn"')]
      : oneOf(operator, ['In', 'NotIn'], `${path}.operator`)),
    ...(isUnknown
      ? [
          invalid(
            `${path}.containerName`,
            containerName,
            'must be one of the container or initContainer names in the pod template',
          ),
        ]
      : []),
    ...(values.length === 0 ? [invalid(`${path}.values`, values, 'at least one value is required')] : []),
    ...(isOrdered ? [] : [invalid(`${path}.values`, values, 'must be ordered')]),
    ...duplicates(values.map((value, i) => [`${path}.values[${i}]`, value])),
    ...(operator === 'In'
      ? values.flatMap((value, i) =>
          value === 0 ? [invalid(`${path}.values[${i}]`, 0, 'must not be 0 for the In operator')] : [],
        )
      : []),
  ];
}

function validateCondition(condition: JsonObject, path: string): FieldError[] {
  const [type, status] = [textIn(condition, 'type'), textIn(condition, 'status')];
  return [
    ...invalids(`${path}.type`, type, qualifiedNameProblems(type)),
    ...(status === ''
      ? [required(`${path}.status`, 'valid values: "False", "True", "Unknown"')]
      : oneOf(status, ['False', 'True', 'Unknown'], `${path}.status`)),
  ];
}

function validateSuccessPolicy(spec: JsonObject, policy: JsonObject, path: string): FieldError[] {
  const at = `${path}.successPolicy`;
  if (spec['completionMode'] !== 'Indexed') return [invalid(at, policy, 'requires indexed completion mode')];
  const rules = objectsIn(policy['rules']);
  if (rules.length === 0)
    return [
      required(`${at}.rules`, 'at least one rules must be specified when the successPolicy is specified'),
    ];
  const completions = Number(spec['completions'] ?? 0);
  return rules.flatMap((rule, i) => validateSuccessRule(rule, completions, `${at}.rules[${i}]`));
}

function validateSuccessRule(rule: JsonObject, completions: number, path: string): FieldError[] {
  const { succeededCount, succeededIndexes } = rule;
  if (succeededCount === undefined && succeededIndexes === undefined)
    return [required(path, 'at least one of succeededCount or succeededIndexes must be specified')];
  const count = `${path}.succeededCount`;
  const indexes = typeof succeededIndexes === 'string' ? succeededIndexes : undefined;
  const problem = indexes === undefined ? undefined : indexesProblem(indexes, completions);
  const total = indexes === undefined || problem !== undefined ? undefined : numberOfIndexes(indexes);
  return [
    ...(problem === undefined
      ? []
      : [invalid(`${path}.succeededIndexes`, indexes, `error parsing succeededIndexes: ${problem}`)]),
    ...notNegative(succeededCount, count),
    ...(Number(succeededCount) > completions
      ? [
          invalid(
            count,
            succeededCount,
            `must be less than or equal to ${completions} (the number of specified completions)`,
          ),
        ]
      : []),
    ...(total !== undefined && Number(succeededCount) > total
      ? [
          invalid(
            count,
            succeededCount,
            `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`,
          ),
        ]
      : []),
  ];
}

const unchanging = [
  'selector',
  'completionMode',
  'podFailurePolicy',
  'backoffLimitPerIndex',
  'managedBy',
  'successPolicy',
];

function validateUpdate(spec: JsonObject, old: JsonObject): FieldError[] {
  // An indexed Job can be scaled: its completions change with its parallelism.
  const isScaled =
    spec['completionMode'] === 'Indexed' &&
    spec['completions'] !== undefined &&
    spec['completions'] === spec['parallelism'];
  return [
    ...(isScaled ? [] : immutable(spec['completions'], old['completions'], 'spec.completions')),
    ...unchanging.flatMap((name) => immutable(spec[name], old[name], `spec.${name}`)),
    ...immutable(spec['template'], old['template'], 'spec.template'),
  ];
}
