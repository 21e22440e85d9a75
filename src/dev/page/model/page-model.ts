import type { Run } from '@opgen/runtime/runs';
import type { KindView, Moment, ObjectView, Snapshot, Topics, Update } from './messages.ts';

/** What the page knows. Immutable: each message makes a new one. */
export interface PageModel {
  readonly project: string;
  readonly cluster: Snapshot['cluster'];
  readonly kinds: readonly KindView[];
  /** By uid. */
  readonly objects: ReadonlyMap<string, ObjectView>;
  /** Oldest first. */
  readonly runs: readonly Run[];
  /** Oldest first. */
  readonly moments: readonly Moment[];
  readonly topics: Readonly<Partial<Topics>>;
}

/** The same limits as the server has. */
const mostRuns = 2_000;
const mostMoments = 20_000;

export function modelOf({ objects, ...rest }: Snapshot): PageModel {
  return { ...rest, objects: byUid(objects) };
}

export function updated(model: PageModel, update: Update): PageModel {
  const { gone = [], kinds = model.kinds, moments = [], objects = [], runs = [], topics } = update;
  return {
    ...model,
    kinds,
    objects: objects.length + gone.length === 0 ? model.objects : withChanges(model.objects, objects, gone),
    runs: runs.length === 0 ? model.runs : [...model.runs, ...runs].slice(-mostRuns),
    moments: moments.length === 0 ? model.moments : [...model.moments, ...moments].slice(-mostMoments),
    topics: topics === undefined ? model.topics : { ...model.topics, ...topics },
  };
}

export function byUid(objects: readonly ObjectView[]): Map<string, ObjectView> {
  return new Map(objects.map((view) => [view.object.metadata.uid, view]));
}

function withChanges(
  before: ReadonlyMap<string, ObjectView>,
  changed: readonly ObjectView[],
  gone: readonly string[],
): Map<string, ObjectView> {
  const objects = new Map(before);
  for (const view of changed) objects.set(view.object.metadata.uid, view);
  for (const uid of gone) objects.delete(uid);
  return objects;
}
