import { storeKey, storeKeyOf } from '../cache/store-key.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { type AnyChild, childKey } from './child.ts';
import { type Claim, isCreatedBy, reasonNotToAdopt } from './claim.ts';
import { withCompositeMetadata, type ChildMetadataOptions } from './composite-metadata.ts';
import type { Owned } from './owned.ts';
import { isOutdated, type Match, nextToUpdate } from './rollout.ts';

/** One thing to do about one child. */
export type ChildStep =
  | { readonly type: 'apply'; readonly owned: Owned; readonly child: AnyChild }
  /** Delete it, to make it anew once it has gone. */
  | { readonly type: 'recreate'; readonly owned: Owned; readonly object: KubernetesObject }
  /** Nothing now: for people, why. */
  | { readonly type: 'wait'; readonly owned: Owned; readonly key: ObjectKey; readonly reason: string }
  /** The name is taken by an object that is not the parent's. */
  | { readonly type: 'refuse'; readonly owned: Owned; readonly key: ObjectKey; readonly reason: string }
  /** It is not desired any more. */
  | { readonly type: 'prune'; readonly owned: Owned; readonly object: KubernetesObject };

export interface ChildrenState extends Claim, ChildMetadataOptions {
  readonly owned: readonly Owned[];
  readonly desired: readonly AnyChild[];
  /** What the parent controls. */
  readonly existing: (kind: Kind) => readonly KubernetesObject[];
  /** Whoever has the name, the parent's or not. */
  readonly find: (kind: Kind, key: ObjectKey) => KubernetesObject | undefined;
}

/**
 * What is to be done so that the children become what is desired, in the order in which to do it: first what is
 * desired, in its order, then what has to go. Pure. Throws when what is desired makes no sense.
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
    throw new Error(`${at.name} desires ${what}, which is not listed in owns`);
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
  // What is up to date is applied too: fields that somebody changed by hand come back.
  if (!isOutdated(it) || owned.update === 'InPlace') return { type: 'apply', owned, child };
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
    if (seen.has(name)) throw new Error(`duplicate child: duplicate child: ${name} is desired twice`);
    seen.add(name);
  }
}

function nameOf({ owned, key }: Match): string {
  return `${owned.kind.kind} ${storeKey(key)}`;
}
