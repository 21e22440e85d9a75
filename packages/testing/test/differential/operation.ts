import type { KindName } from './kinds.ts';

/** The resourceVersion of a write, relative to the object, because the servers' numbers differ. */
export type Version = 'none' | 'seen last' | 'seen first' | 'never';

export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

export interface Selection {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

interface OnObject {
  readonly kind: KindName;
  readonly name: string;
  readonly subresource?: 'status' | 'scale';
}

/** An operation for both servers. It is data, so that a failure can be printed and shrunk. */
export type Operation =
  | {
      readonly do: 'create';
      readonly kind: KindName;
      readonly name: string;
      readonly body: object;
      readonly query: string;
    }
  | (OnObject & {
      readonly do: 'update';
      readonly body: object;
      readonly version: Version;
      readonly query: string;
    })
  /** Reads the object, changes it by a merge, and writes it back. */
  | (OnObject & { readonly do: 'rewrite'; readonly change: object; readonly query: string })
  | (OnObject & {
      readonly do: 'patch';
      readonly type: PatchType;
      readonly patch: unknown;
      readonly version: Version;
      readonly query: string;
    })
  | (OnObject & { readonly do: 'get' })
  | (OnObject & {
      readonly do: 'delete';
      readonly options: object;
      readonly version: Version;
      /** Whether the deletion has the seen uid as a precondition. */
      readonly uid: boolean;
    })
  | {
      readonly do: 'delete collection';
      readonly kind: KindName;
      readonly selection: Selection;
      readonly options: object;
    }
  | {
      readonly do: 'list';
      readonly kind: KindName;
      readonly selection: Selection;
      /** 0 for no limit. */
      readonly limit: number;
      readonly version: Version | 'any';
      readonly match: '' | 'Exact' | 'NotOlderThan';
    };
