import { isWrite, type FieldChange, type Run, type RunCall } from '@opgen/runtime/runs';

/** A change that reconciles of the same object make or see again and again. */
export interface RepeatedChange {
  /** Whether the operator writes it, or reacts to it. */
  readonly by: 'write' | 'event';
  /** `deployments/status default/web`, or `Deployment default/web` for an event. */
  readonly object: string;
  readonly path: string;
  readonly times: number;
  /** The last change. */
  readonly change: FieldChange;
}

/** What is wrong with the reconciles of an object. */
export type RunPattern =
  | {
      readonly type: 'loop';
      readonly runs: number;
      readonly duration: number;
      readonly repeats: readonly RepeatedChange[];
    }
  | { readonly type: 'failing'; readonly runs: number; readonly message: string };

/** Milliseconds: longer pauses end a loop. The first retries after an error are faster, but these are no loops. */
const longestPause = 1_000;
/** As many reconciles in a row show a loop if a field returns to an earlier value. */
const fewestWithReturns = 8;
/** A field has to return this often: a rollout can also change its mind once. */
const fewestReturns = 3;
/** As many reconciles in a row are a loop in any case. */
const fewest = 40;
const fewestFailures = 3;
/** More would not fit into the page. */
const mostRepeats = 5;

/**
 * Looks for a loop or for repeated failures in the last reconciles of one object, oldest first. A loop runs without
 * pauses, and the operator or somebody else changes a field back and forth, or the object never comes to rest.
 */
export function patternOf(runs: readonly Run[]): RunPattern | undefined {
  const failures = runs.slice(runs.findLastIndex(({ error }) => error === undefined) + 1);
  const message = failures.at(-1)?.error?.message;
  if (failures.length >= fewestFailures && message !== undefined)
    return { type: 'failing', runs: failures.length, message };
  const series = lastSeries(runs);
  if (series.length < fewestWithReturns) return undefined;
  const changes = changesOf(series);
  const returns = Math.max(0, ...[...changes.values()].map(returnsOf));
  if (series.length < fewest && returns < fewestReturns) return undefined;
  const [first] = series;
  const last = series.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    type: 'loop',
    runs: series.length,
    duration: endOf(last) - startOf(first),
    repeats: repeatsOf(changes),
  };
}

/** The reconciles after the last pause. */
function lastSeries(runs: readonly Run[]): readonly Run[] {
  const begin = runs.findLastIndex((run, index) => {
    const previous = runs[index - 1];
    return previous === undefined || startOf(run) - endOf(previous) > longestPause;
  });
  return runs.slice(begin);
}

export function startOf({ started }: Run): number {
  return Date.parse(started);
}

export function endOf(run: Run): number {
  return startOf(run) + run.duration;
}

interface Changes {
  readonly about: Pick<RepeatedChange, 'by' | 'object' | 'path'>;
  readonly list: FieldChange[];
}

/** The changes of each field, by what wrote or saw them. */
function changesOf(runs: readonly Run[]): Map<string, Changes> {
  const changes = new Map<string, Changes>();
  const add = (by: RepeatedChange['by'], object: string, list: readonly FieldChange[] = []): void => {
    for (const change of list) {
      const { path } = change;
      const known = changes.get(`${by} ${object} ${path}`);
      if (known === undefined)
        changes.set(`${by} ${object} ${path}`, { about: { by, object, path }, list: [change] });
      else known.list.push(change);
    }
  };
  for (const { calls, causes } of runs) {
    for (const cause of causes) add('event', `${cause.kind} ${nameOf(cause.object)}`, cause.changes);
    for (const call of calls)
      if (isWrite(call)) add('write', `${resourceOf(call)} ${nameOf(call)}`, call.changes);
  }
  return changes;
}

/** How often the field gets a value that it had before. */
function returnsOf({ list }: Changes): number {
  const seen = new Set<string>();
  let returns = 0;
  for (const change of list) {
    seen.add(JSON.stringify(change.old ?? null));
    if (seen.has(JSON.stringify(change.new ?? null))) returns += 1;
  }
  return returns;
}

/** Writes first, because they are what an operator can avoid. */
function repeatsOf(changes: ReadonlyMap<string, Changes>): RepeatedChange[] {
  return [...changes.values()]
    .flatMap(({ about, list }) => {
      const change = list.at(-1);
      return list.length < fewestReturns || change === undefined
        ? []
        : { ...about, times: list.length, change };
    })
    .toSorted((a, b) => Number(b.by === 'write') - Number(a.by === 'write') || b.times - a.times)
    .slice(0, mostRepeats);
}

export function nameOf(
  object: { readonly name?: string; readonly namespace?: string | undefined } = {},
): string {
  const { name = '', namespace } = object;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** `deployments`, `deployments/status`. */
export function resourceOf({ resource, subresource }: RunCall): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}
