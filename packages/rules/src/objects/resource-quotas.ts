import { type FieldError, invalid, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject } from '../json.ts';
import { parseQuantity, type QuantityValue } from '../quantity.ts';
import { amountPath, isCounted, isStandardInQuotas, validateQuotaResourceName } from './resource-names.ts';
import type { Validation } from './validation.ts';

const ofPods = [
  'Terminating',
  'NotTerminating',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
];
const scopes = [...ofPods, 'BestEffort', 'VolumeAttributesClass'];
/** Scopes whose selectors only ask whether a Pod is in them. */
const withoutValues = [
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
];
const exclusive = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
const computed = ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]);

export const validateResourceQuota: Validation = ({ spec, status }, old) => {
  const [specOf, statusOf] = [objectOf(spec), objectOf(status)];
  return [
    ...validateAmounts(specOf['hard'], 'spec.hard'),
    ...validateScopes(specOf),
    ...validateScopeSelector(specOf),
    ...validateAmounts(statusOf['hard'], 'status.hard'),
    ...validateAmounts(statusOf['used'], 'status.used'),
    ...(old === undefined ? [] : validateUpdate(specOf, objectOf(old['spec']))),
  ];
};

function validateAmounts(amounts: unknown, path: string): FieldError[] {
  return Object.entries(objectOf(amounts)).flatMap(([name, value]) => {
    const at = amountPath(path, name);
    const quantity = parseQuantity(value as QuantityValue);
    return [
      ...validateQuotaResourceName(name, at),
      ...(quantity.compare(0) < 0
        ? [invalid(at, String(quantity), 'must be greater than or equal to 0')]
        : []),
      ...(isCounted(name) && !Number.isInteger(quantity.toNumber())
        ? [invalid(at, String(quantity), 'must be an integer')]
        : []),
    ];
  });
}

function validateScopes({ hard, scopes: given }: JsonObject): FieldError[] {
  const names = textsOf(given);
  const path = 'spec.scopes';
  return [
    ...names.flatMap((scope) => [
      ...(scopes.includes(scope) ? [] : [invalid(path, given, 'unsupported scope')]),
      ...inapplicable(scope, hard).map(() => invalid(path, given, 'unsupported scope applied to resource')),
    ]),
    ...conflicts(names).map(() => invalid(path, given, 'conflicting scopes')),
  ];
}

function validateScopeSelector({ hard, scopeSelector, scopes: given }: JsonObject): FieldError[] {
  const path = 'spec.scopeSelector.matchExpressions';
  const { matchExpressions } = objectOf(scopeSelector);
  const requirements = Array.isArray(matchExpressions) ? matchExpressions.filter(isObject) : [];
  return [
    ...requirements.flatMap(({ scopeName, operator, values }) => [
      ...(scopes.includes(String(scopeName))
        ? []
        : [invalid(`${path}.scopeName`, scopeName, 'unsupported scope')]),
      ...inapplicable(String(scopeName), hard).map(() =>
        invalid(path, scopeSelector, 'unsupported scope applied to resource'),
      ),
      ...(withoutValues.includes(String(scopeName)) && operator !== 'Exists'
        ? [invalid(`${path}.operator`, operator, onlyExists)]
        : []),
      ...validateOperator(operator, values, path),
    ]),
    ...conflicts(requirements.map(({ scopeName }) => String(scopeName))).map(() =>
      invalid(path, given ?? null, 'conflicting scopes'),
    ),
  ];
}

const onlyExists =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
  'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity';

function validateOperator(operator: unknown, values: unknown, path: string): FieldError[] {
  const count = textsOf(values).length;
  if (operator === 'In' || operator === 'NotIn') {
    const problem = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    return count > 0 ? [] : [required(`${path}.values`, problem)];
  }
  if (operator !== 'Exists' && operator !== 'DoesNotExist')
    return [invalid(`${path}.operator`, operator, 'not a valid selector operator')];
  const problem = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
  return count === 0 ? [] : [invalid(`${path}.values`, values, problem)];
}

function validateUpdate({ scopes: next }: JsonObject, { scopes: old }: JsonObject): FieldError[] {
  const isSame = deepEqual([...new Set(textsOf(next))].toSorted(), [...new Set(textsOf(old))].toSorted());
  return isSame ? [] : [invalid('spec.scopes', next ?? null, 'field is immutable')];
}

/** The limits of a quota to which a scope does not apply. */
function inapplicable(scope: string, hard: unknown): string[] {
  return Object.keys(objectOf(hard)).filter((name) => isStandardInQuotas(name) && !applies(scope, name));
}

function applies(scope: string, name: string): boolean {
  if (scope === 'BestEffort') return name === 'pods';
  if (scope === 'VolumeAttributesClass')
    return name === 'persistentvolumeclaims' || name === 'requests.storage';
  return !ofPods.includes(scope) || name === 'pods' || computed.includes(name);
}

function conflicts(names: readonly string[]): unknown[] {
  return exclusive.filter((pair) => pair.every((scope) => names.includes(scope)));
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
