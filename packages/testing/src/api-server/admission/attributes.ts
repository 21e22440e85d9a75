import type { Annotate } from '../audit/audit-record.ts';
import { type Resource, tableOf } from '../resources/resource.ts';
import type { User } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Operation } from './webhook-configuration.ts';

/** A write as admission sees it, in the version of the request. */
export interface Attributes {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly subresource: string | undefined;
  /** The kind of the objects; Scale for the scale subresource. */
  readonly kind: GroupVersionKind;
  /** Empty if the name is still to be generated. */
  readonly name: string;
  /** Empty for a cluster-scoped object; a Namespace counts as in itself. */
  readonly namespace: string;
  /** The object to store; undefined for a DELETE, and the options for a CONNECT. */
  readonly object: StoredObject | undefined;
  /** The stored object; undefined for a CREATE. */
  readonly oldObject: StoredObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions; null for a CONNECT. */
  readonly options: object | null;
  readonly dryRun: boolean;
  readonly user: User;
  /** Adds an annotation to the audit event of the request. */
  readonly annotate: Annotate;
}

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Whether a write changes an object of this table itself, and not only through a subresource. */
export function isWriteOf({ resource, subresource }: Attributes, table: string): boolean {
  return subresource === undefined && tableOf(resource) === table;
}
