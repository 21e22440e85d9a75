import { duplicate, type FieldError, invalid, oneOf, required } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { textIn } from './fields.ts';

/** How Pods spread over zones or nodes. */
export function validateTopologySpread(constraints: readonly JsonObject[], path: string): FieldError[] {
  const keys = constraints.map((constraint) =>
    JSON.stringify([textIn(constraint, 'topologyKey'), textIn(constraint, 'whenUnsatisfiable')]),
  );
  return constraints.flatMap((constraint, i) => {
    const at = `${path}[${i}]`;
    const isRepeated = keys.indexOf(keys[i] ?? '') < i;
    return [
      ...validateConstraint(constraint, at),
      ...(isRepeated
        ? [duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, `{${shownKey(constraint)}}`)]
        : []),
    ];
  });
}

function shownKey(constraint: JsonObject): string {
  return `${textIn(constraint, 'topologyKey')}, ${textIn(constraint, 'whenUnsatisfiable')}`;
}

const policies = ['Honor', 'Ignore'];

function validateConstraint(constraint: JsonObject, path: string): FieldError[] {
  const { maxSkew = 0, minDomains, labelSelector, nodeAffinityPolicy, nodeTaintsPolicy } = constraint;
  const action = textIn(constraint, 'whenUnsatisfiable');
  return [
    ...(Number(maxSkew) > 0 ? [] : [invalid(`${path}.maxSkew`, maxSkew, 'must be greater than zero')]),
    ...(textIn(constraint, 'topologyKey') === ''
      ? [required(`${path}.topologyKey`, 'can not be empty')]
      : []),
    ...oneOf(action, ['DoNotSchedule', 'ScheduleAnyway'], `${path}.whenUnsatisfiable`),
    ...validateMinDomains(minDomains, action, `${path}.minDomains`),
    ...oneOf(nodeAffinityPolicy, policies, `${path}.nodeAffinityPolicy`),
    ...oneOf(nodeTaintsPolicy, policies, `${path}.nodeTaintsPolicy`),
    ...validateLabelSelector(labelSelector, `${path}.labelSelector`),
  ];
}

function validateMinDomains(minDomains: unknown, action: string, path: string): FieldError[] {
  if (typeof minDomains !== 'number') return [];
  const rule = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`;
  return [
    ...(minDomains > 0 ? [] : [invalid(path, minDomains, 'must be greater than zero')]),
    ...(action === 'DoNotSchedule' ? [] : [invalid(path, minDomains, rule)]),
  ];
}
