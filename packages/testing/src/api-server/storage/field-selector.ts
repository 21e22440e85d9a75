import { goQuote } from '@opgen/rules/go-text';
import { badRequest, StatusError } from '../status-errors.ts';
import type { Matches, StoredObject } from './stored-object.ts';

/** Selectable fields in addition to `metadata.name` and `metadata.namespace`. */
const selectableFields: Readonly<Record<string, readonly string[]>> = {
  '/pods': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  '/events': [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  '/namespaces': ['status.phase'],
  '/nodes': ['spec.unschedulable'],
  '/secrets': ['type'],
  '/services': ['spec.clusterIP', 'spec.type'],
  'batch/jobs': ['status.successful'],
};

/** Field names of kinds that differ from the stored names. */
const eventsOfGroup: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map((field) => [
      `regarding.${field}`,
      `involvedObject.${field}`,
    ]),
  ),
  reportingController: 'reportingComponent',
  reason: 'reason',
  type: 'type',
};
const storedFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'events.k8s.io': eventsOfGroup,
};

/**
 * Parses `metadata.name=a,status.phase!=Running`; `custom` contains the selectableFields of a
 * CustomResourceDefinition.
 */
export function fieldSelector(
  text: string,
  { group, plural }: { group: string; plural: string },
  custom?: readonly string[],
): Matches {
  const stored = storedFields[group];
  const own = custom ?? (stored ? Object.keys(stored) : selectableFields[`${group}/${plural}`]);
  const known = ['metadata.name', 'metadata.namespace', ...(own ?? [])];
  const requirements = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(part);
      if (match === null)
        throw new StatusError(badRequest(`invalid selector: '${text}'; can't understand '${part}'`));
      const [, field = '', operator, value] = match;
      if (!known.includes(field)) throw new StatusError(badRequest(unknownField(field, own !== undefined)));
      return (object: StoredObject): boolean =>
        (textAt(object, stored?.[field] ?? field) === value) === (operator !== '!=');
    });
  return (object) => requirements.every((holds) => holds(object));
}

/** Kinds with selectable fields of their own word the error differently. */
function unknownField(field: string, offersMore: boolean): string {
  return offersMore
    ? `field label not supported: ${field}`
    : `${goQuote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function textAt(object: StoredObject, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], object);
  return value === undefined || value === null ? '' : String(value);
}
