import type { StoredObject } from '../storage/stored-object.ts';
import { age } from './human-duration.ts';

/** A column of a table, and its cell for an object. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown, higher values only in wide output. */
  readonly priority?: number;
  cell(object: StoredObject, now: Date): unknown;
}

export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'The name of the object, unique among its kind in its namespace.',
  cell: (object) => object.metadata.name,
};

/** The time since a timestamp of the object. */
export const ageCell: Column['cell'] = (object, now) => age(object.metadata.creationTimestamp, now);
