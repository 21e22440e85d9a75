import type { Resource } from '../resources/resource.ts';
import type { User } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Operation } from './webhook-configuration.ts';

/** A write as admission sees it, in the version of the request. */
export interface Attributes {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly subresource: string | undefined;
  /** Of the objects; a Scale where the subresource is one. */
  readonly kind: GroupVersionKind;
  /** Empty while a name is still to be generated. */
  readonly name: string;
  /** Empty for what is in no namespace; a namespace counts as in itself. */
  readonly namespace: string;
  /** What is to be stored; undefined for a DELETE. */
  readonly object: StoredObject | undefined;
  /** What is stored; undefined for a CREATE. */
  readonly oldObject: StoredObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions. */
  readonly options: object;
  readonly dryRun: boolean;
  readonly user: User;
}

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}
