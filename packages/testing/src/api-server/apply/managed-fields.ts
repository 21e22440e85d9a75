import { isObject } from '@opgen/rules/json';
import { FieldSet } from './field-set.ts';

export type Operation = 'Apply' | 'Update';

/** The fields that one manager owns. Manager, operation, subresource and (for updates) version identify it. */
export interface Managed {
  readonly manager: string;
  readonly operation: Operation;
  readonly apiVersion: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fields: FieldSet;
}

/** An entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  manager: string;
  operation: Operation;
  apiVersion: string;
  time?: string;
  fieldsType: 'FieldsV1';
  fieldsV1: Record<string, unknown>;
  subresource?: string;
}

/** The identity of an entry; an applier is the same in every version. */
export function identity(managed: Omit<Managed, 'fields' | 'time'>): string {
  const { manager, operation, apiVersion, subresource } = managed;
  return JSON.stringify({
    manager,
    operation,
    ...(operation === 'Update' ? { apiVersion } : {}),
    ...(subresource === undefined || subresource === '' ? {} : { subresource }),
  });
}

/** Parses `metadata.managedFields`; undefined if an entry is not in the form that the server writes. */
export function decodeManagedFields(entries: unknown): Managed[] | undefined {
  if (!Array.isArray(entries)) return [];
  const managed = entries.map(decodeEntry);
  return managed.includes(undefined) ? undefined : managed.filter((entry) => entry !== undefined);
}

function decodeEntry(entry: unknown): Managed | undefined {
  if (!isObject(entry)) return undefined;
  const { manager, operation, apiVersion, subresource, time, fieldsType, fieldsV1 } = entry;
  if (operation !== 'Apply' && operation !== 'Update') return undefined;
  if (typeof apiVersion !== 'string' || apiVersion === '' || fieldsType !== 'FieldsV1') return undefined;
  return {
    manager: typeof manager === 'string' ? manager : '',
    operation,
    apiVersion,
    ...(typeof subresource === 'string' && subresource !== '' ? { subresource } : {}),
    ...(typeof time === 'string' ? { time } : {}),
    fields: FieldSet.decode(fieldsV1),
  };
}

/** Encodes `metadata.managedFields`: appliers first, then by time, manager, version and subresource. */
export function encodeManagedFields(managed: readonly Managed[]): ManagedFieldsEntry[] {
  return managed.toSorted(inOrder).map(({ manager, operation, apiVersion, time, fields, subresource }) => ({
    manager,
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: fields.encode(),
    ...(subresource === undefined ? {} : { subresource }),
  }));
}

function inOrder(a: Managed, b: Managed): number {
  const rank = ({ operation, time, manager, apiVersion, subresource = '' }: Managed): string[] => [
    operation,
    time ?? '',
    manager,
    apiVersion,
    subresource,
  ];
  const [left, right] = [rank(a), rank(b)];
  const at = left.findIndex((part, i) => part !== right[i]);
  if (at === -1) return 0;
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
}
