import { badRequest, StatusError } from '../schema/status-errors.ts';
import type { StoredObject } from './stored-object.ts';

export type Matches = (object: StoredObject) => boolean;

/** Reads `app=cache,tier in (a, b),!old` as the API server does. */
export function labelSelector(text: string): Matches {
  const requirements = split(text).map(labelRequirement);
  return ({ metadata: { labels = {} } }) => requirements.every((holds) => holds(labels));
}

function labelRequirement(text: string): (labels: Readonly<Record<string, string>>) => boolean {
  const set = /^([\w./-]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(text);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    const isIn = (labels: Readonly<Record<string, string>>): boolean =>
      labels[key] !== undefined && values.includes(labels[key]);
    return operator === 'in' ? isIn : (labels) => !isIn(labels);
  }
  const equality = /^([\w./-]+)\s*(==|=|!=)\s*([\w.-]*)$/.exec(text);
  if (equality) {
    const [, key = '', operator, value] = equality;
    return operator === '!=' ? (labels) => labels[key] !== value : (labels) => labels[key] === value;
  }
  const order = /^([\w./-]+)\s*([<>])\s*(-?\d+)$/.exec(text);
  if (order) {
    const [, key = '', operator, bound] = order;
    return (labels) =>
      labels[key] !== undefined &&
      (operator === '>' ? Number(labels[key]) > Number(bound) : Number(labels[key]) < Number(bound));
  }
  const existence = /^(!?)\s*([\w./-]+)$/.exec(text);
  if (existence === null)
    throw new StatusError(badRequest(`unable to parse requirement: found '${text}', expected: identifier`));
  const [, not, key = ''] = existence;
  return (labels) => (labels[key] === undefined) === (not === '!');
}

/** Splits at commas outside parentheses. */
function split(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Fields that can be selected, beyond `metadata.name` and `metadata.namespace`. */
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

/** Reads `metadata.name=a,status.phase!=Running`; `extra` are the paths that a CRD makes selectable. */
export function fieldSelector(text: string, table: string, extra: readonly string[] = []): Matches {
  const known = ['metadata.name', 'metadata.namespace', ...(selectableFields[table] ?? []), ...extra];
  const requirements = split(text).map((part) => {
    const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(part);
    if (match === null)
      throw new StatusError(badRequest(`invalid selector: '${part}'; can't understand '${part}'`));
    const [, field = '', operator, value] = match;
    if (!known.includes(field)) throw new StatusError(badRequest(`field label not supported: ${field}`));
    return (object: StoredObject): boolean => (textAt(object, field) === value) === (operator !== '!=');
  });
  return (object) => requirements.every((holds) => holds(object));
}

function textAt(object: StoredObject, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], object);
  return value === undefined || value === null ? '' : String(value);
}
