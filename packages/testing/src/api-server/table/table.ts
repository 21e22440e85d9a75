import type { Resource } from '../resources/resource.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { tableOf } from '../resources/resource.ts';
import { builtinColumns, nameAndAge } from './builtin-columns.ts';
import type { Column } from './column.ts';
import { customColumns } from './custom-columns.ts';
import { partialObjectMetadata } from './partial-object-metadata.ts';

/** What each row contains of its object: `?includeObject=` */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableRow {
  readonly cells: readonly unknown[];
  readonly object: object | null;
}

export interface TableOptions {
  readonly now: Date;
  /** Default: `Metadata`. */
  readonly includeObject?: IncludeObject;
  /** The metadata of the list or of the single object. */
  readonly metadata?: { readonly resourceVersion?: string; readonly [field: string]: unknown };
}

/** Objects as `kubectl get` prints them: the server chooses the columns and their contents. */
export function table(resource: Resource, objects: readonly StoredObject[], options: TableOptions) {
  const columns = columnsOf(resource);
  return {
    kind: 'Table' as const,
    apiVersion: 'meta.k8s.io/v1' as const,
    metadata: options.metadata ?? {},
    columnDefinitions: columns.map(({ name, type, format = '', description = '', priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    })),
    rows: objects.map((object): TableRow => ({
      cells: columns.map((column) => column.cell(object, options.now)),
      object: included(object, options.includeObject ?? 'Metadata'),
    })),
  };
}

/** The value of `?includeObject=`; undefined if it is invalid. */
export function includeObjectFrom(text: string | null | undefined): IncludeObject | undefined {
  if (text === undefined || text === null || text === '') return 'Metadata';
  return text === 'None' || text === 'Metadata' || text === 'Object' ? text : undefined;
}

function columnsOf(resource: Resource): readonly Column[] {
  if (resource.custom !== undefined) return customColumns(resource.custom.columns);
  return builtinColumns[tableOf(resource)] ?? nameAndAge;
}

function included(object: StoredObject, amount: IncludeObject): object | null {
  if (amount === 'None') return null;
  return amount === 'Object' ? object : partialObjectMetadata(object);
}
