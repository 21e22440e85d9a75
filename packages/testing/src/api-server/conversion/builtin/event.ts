import { isObject } from '@opgen/rules/json';
import type { StoredObject } from '../../storage/stored-object.ts';

/** The names of the fields in v1 for the fields of an Event in events.k8s.io/v1. */
const names: Readonly<Record<string, string>> = {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
};
const namesInGroup = Object.fromEntries(Object.entries(names).map(([own, core]) => [core, own]));

/** Converts an Event to the core group, which is the stored form. */
export function eventInCore(event: StoredObject): StoredObject {
  const fields = renamed(event, names);
  return {
    ...fields,
    apiVersion: 'v1',
    involvedObject: fields['involvedObject'] ?? {},
    source: fields['source'] ?? {},
    reportingComponent: fields['reportingComponent'] ?? '',
    reportingInstance: fields['reportingInstance'] ?? '',
  };
}

/** Converts an Event to events.k8s.io; empty fields are omitted. */
export function eventInGroup(event: StoredObject): StoredObject {
  const { regarding, ...fields } = renamed(event, namesInGroup);
  for (const name of ['reportingController', 'reportingInstance'])
    if (fields[name] === '') delete fields[name];
  const isEmpty = isObject(regarding) && Object.keys(regarding).length === 0;
  return {
    eventTime: null,
    ...fields,
    apiVersion: 'events.k8s.io/v1',
    ...(!isEmpty && { regarding }),
  };
}

function renamed(event: StoredObject, to: Readonly<Record<string, string>>): StoredObject {
  const fields = Object.entries(event).map(([name, value]) => [to[name] ?? name, value] as const);
  return Object.fromEntries(fields) as StoredObject;
}
