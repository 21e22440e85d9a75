import type { Run } from './run.ts';

/** Selects runs; an empty filter selects all. */
export interface RunFilter {
  readonly controller?: string | undefined;
  /** The reconciled kind, in any case. */
  readonly kind?: string | undefined;
  /** `namespace/name`, or a name in any namespace. */
  readonly object?: string | undefined;
  /** Only runs that failed. */
  readonly failed?: boolean | undefined;
}

/** Reads a filter from the query of a URL. */
export function runFilterOf(query: URLSearchParams): RunFilter {
  return {
    controller: query.get('controller') ?? undefined,
    kind: query.get('kind') ?? undefined,
    object: query.get('object') ?? undefined,
    failed: query.has('failed'),
  };
}

/** Whether a filter selects a run. */
export function selectsRun({ controller, failed = false, kind, object }: RunFilter, run: Run): boolean {
  const { name, namespace } = run.object;
  return (
    (controller === undefined || controller === run.controller) &&
    (kind === undefined || kind.toLowerCase() === run.kind.toLowerCase()) &&
    (object === undefined || object === name || object === `${namespace}/${name}`) &&
    (!failed || run.error !== undefined)
  );
}
