import { type FieldError, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject, metadataIn } from '../json.ts';
import { qualifiedNameProblems } from '../names/qualified-names.ts';
import { immutable, invalids, objectIn, textIn } from './fields.ts';
import type { Validation } from './validation.ts';

const longest = 128;
const longestMessage = 1024;

/** Fields of the older group that an event of events.k8s.io calls by another name. */
const namesInEvents: Readonly<Record<string, string>> = {
  involvedObject: 'regarding',
  message: 'note',
  source: 'deprecatedSource',
  firstTimestamp: 'deprecatedFirstTimestamp',
  lastTimestamp: 'deprecatedLastTimestamp',
  count: 'deprecatedCount',
};

/** Errors name the fields as the older group does. */
export const validateCoreEvent: Validation = (event) => [
  ...validateNamespace(event),
  ...(event['eventTime'] === undefined ? [] : validateNewStyle(event, 'reportingComponent')),
];

/** Events of events.k8s.io have all fields, and stay. */
export const validateEvent: Validation = (event, old) => {
  const core = asCore(event);
  const deprecated = ['firstTimestamp', 'lastTimestamp', 'count', 'source'];
  return [
    ...(involvedNamespace(core) === '' ? validateNamespace(core) : []),
    ...(core['eventTime'] === undefined ? [required('eventTime')] : []),
    ...validateNewStyle(core, 'reportingController'),
    ...(['Normal', 'Warning'].includes(textIn(core, 'type'))
      ? []
      : [invalid('type', '', `has invalid value: ${textIn(core, 'type')}`)]),
    ...(old === undefined
      ? deprecated.flatMap((name) => (isSet(core[name]) ? [invalid(name, '', 'needs to be unset')] : []))
      : validateUpdate(core, asCore(old))),
  ];
};

function isSet(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : value !== undefined;
}

function asCore(event: JsonObject): JsonObject {
  const renamed = Object.entries(namesInEvents).map(([core, name]) => [core, event[name]] as const);
  return { ...event, ...Object.fromEntries(renamed.filter(([, value]) => value !== undefined)) };
}

/** Events about objects of the cluster are in the namespace `default`. */
function validateNamespace(event: JsonObject): FieldError[] {
  const involved = involvedNamespace(event);
  const namespace = textIn(metadataIn(event), 'namespace');
  const isRight =
    involved === '' ? namespace === 'default' || namespace === 'kube-system' : involved === namespace;
  return isRight ? [] : [invalid('involvedObject.namespace', involved, 'does not match event.namespace')];
}

function involvedNamespace(event: JsonObject): string {
  return textIn(objectIn(event, 'involvedObject'), 'namespace');
}

function validateNewStyle(event: JsonObject, reporter: string): FieldError[] {
  const component = textIn(event, reporter);
  return [
    ...needed(event, reporter),
    ...invalids(reporter, component, qualifiedNameProblems(component)),
    ...needed(event, 'reportingInstance'),
    ...limited(event, 'reportingInstance', longest),
    ...needed(event, 'action'),
    ...limited(event, 'action', longest),
    ...needed(event, 'reason'),
    ...limited(event, 'reason', longest),
    ...limited(event, 'message', longestMessage),
    ...validateSeries(event['series']),
  ];
}

function needed(event: JsonObject, name: string): FieldError[] {
  return textIn(event, name) === '' ? [required(name)] : [];
}

function limited(event: JsonObject, name: string, most: number): FieldError[] {
  return textIn(event, name).length > most ? [invalid(name, '', `can have at most ${most} characters`)] : [];
}

function validateSeries(series: unknown): FieldError[] {
  if (!isObject(series)) return [];
  return [
    ...(Number(series['count'] ?? 0) < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(series['lastObservedTime'] === undefined ? [required('series.lastObservedTime')] : []),
  ];
}

const unchanging = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingController',
  'reportingInstance',
];

function validateUpdate(event: JsonObject, old: JsonObject): FieldError[] {
  return unchanging.flatMap((name) => immutable(event[name], old[name], name));
}
