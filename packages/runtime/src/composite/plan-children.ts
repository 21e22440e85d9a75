import { storeKey, storeKeyOf } from '../cache/store-key.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { type AnyChild, childKey } from './child.ts';
import { type Claim, isCreatedBy, reasonNotToAdopt } from './claim.ts';
import { withCompositeMetadata, type ChildMetadataOptions } from './composite-metadata.ts';
import type { Owned } from './owned.ts';
import { isOutdated, type Match, nextToUpdate } from './rollout.ts';

/** What to do with one child. */
export type ChildStep =
  | {
      readonly type: 'apply';
      readonly owned: Owned;
      readonly child: AnyChild;
      /** The object, if it was written with this desired state before: what the apply changes is drift. */
      readonly upToDate?: KubernetesObject;
    }
  /** Delete it; a later reconcile creates it again. */
  | { readonly type: 'recreate'; readonly owned: Owned; readonly object: KubernetesObject }
  /** Do nothing yet. `reason` is for people. */
  | { readonly type: 'wait'; readonly owned: Owned; readonly key: ObjectKey; readonly reason: string }
  /** Another object has the name, and the composite may not adopt it. */
  | { readonly type: 'refuse'; readonly owned: Owned; readonly key: ObjectKey; readonly reason: string }
  /** Delete it, because it is no longer desired. */
  | { readonly type: 'prune'; readonly owned: Owned; readonly object: KubernetesObject };

export interface ChildrenState extends Claim, ChildMetadataOptions {
  readonly owned: readonly Owned[];
  readonly desired: readonly AnyChild[];
  /** The objects of a kind that the parent controls. */
  readonly existing: (kind: Kind) => readonly KubernetesObject[];
  /** The object with this key, whether or not the parent owns it. */
  readonly find: (kind: Kind, key: ObjectKey) => KubernetesObject | undefined;
}

/**
 * Returns the steps that bring the children to the desired state, in order: first the desired children in their
 * order, then the prunes. Pure. Throws if a desired child has a kind that is not owned, or is listed twice.
 */
export function planChildren(at: ChildrenState): ChildStep[] {
  const matches = at.desired.map((child) => match(at, child));
  requireDistinct(matches);
  return [...changes(at, matches), ...prunes(at, matches)];
}

function match(at: ChildrenState, child: AnyChild): Match {
  const owned = at.owned.find(({ kind }) => kind.apiVersion === child.apiVersion && kind.kind === child.kind);
  if (owned === undefined) {
    const what = `a ${child.kind} (${child.apiVersion})`;
    throw new Error(`${at.name} returned ${what}, which is not listed in owns`);
  }
  const { kind } = owned;
  const key = childKey(kind, child, at.parent);
  return {
    owned,
    key,
    child: withCompositeMetadata(kind, child, at.parent, at),
    existing: at.find(kind, key),
  };
}

function changes(at: ChildrenState, matches: readonly Match[]): ChildStep[] {
  const ours = matches.filter(({ existing }) => existing === undefined || !reasonNotToAdopt(at, existing));
  const rolling = at.owned.filter(
    ({ update }) => update === 'RollingInPlace' || update === 'RollingRecreate',
  );
  const turns = new Set(rolling.map((owned) => nextToUpdate(ours.filter((each) => each.owned === owned))));
  return matches.map((each) => change(at, each, turns.has(each)));
}

function change(at: ChildrenState, it: Match, isItsTurn: boolean): ChildStep {
  const { owned, key, child, existing } = it;
  if (existing === undefined) return { type: 'apply', owned, child };
  const reason = reasonNotToAdopt(at, existing);
  if (reason !== undefined) return { type: 'refuse', owned, key, reason };
  const wait = (why: string): ChildStep => ({ type: 'wait', owned, key, reason: why });
  if (isBeingDeleted(existing)) return wait('it is being deleted');
  if (owned.update === 'OnDelete')
    return wait('the update strategy is OnDelete: it is updated once it is deleted');
  // Applies up-to-date children too, which corrects drift.
  if (!isOutdated(it)) return { type: 'apply', owned, child, upToDate: existing };
  if (owned.update === 'InPlace') return { type: 'apply', owned, child };
  if (owned.update === 'Recreate') return { type: 'recreate', owned, object: existing };
  if (!isItsTurn) return wait('rolling update: waiting for other children of this kind');
  return owned.update === 'RollingRecreate'
    ? { type: 'recreate', owned, object: existing }
    : { type: 'apply', owned, child };
}

function prunes(at: ChildrenState, matches: readonly Match[]): ChildStep[] {
  const wanted = new Set(matches.map(nameOf));
  return at.owned.flatMap((owned) =>
    at
      .existing(owned.kind)
      .filter((object) => isCreatedBy(object, at) && !isBeingDeleted(object))
      .filter((object) => !wanted.has(`${owned.kind.kind} ${storeKeyOf(object)}`))
      .map((object): ChildStep => ({ type: 'prune', owned, object })),
  );
}

function requireDistinct(matches: readonly Match[]): void {
  const seen = new Set<string>();
  for (const name of matches.map(nameOf)) {
    if (seen.has(name)) throw new Error(`duplicate child: ${name} is desired twice`);
    seen.add(name);
  }
}

function nameOf({ owned, key }: Match): string {
  return `${owned.kind.kind} ${storeKey(key)}`;
}
