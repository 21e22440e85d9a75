import type { ObjectView, PageObject } from './messages.ts';
import { isEvent } from './owner-tree.ts';

/** An Event of Kubernetes, for people. */
export interface EventView {
  readonly uid: string;
  readonly reason: string;
  readonly message: string;
  readonly from: string;
  readonly warning: boolean;
  readonly count: number;
  /** RFC 3339. */
  readonly last: string;
}

interface EventObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
  readonly eventTime?: string | null;
  readonly lastTimestamp?: string | null;
  readonly reportingComponent?: string;
  readonly source?: { readonly component?: string };
  readonly involvedObject?: { readonly uid?: string };
}

/** The events about an object, latest first. */
export function eventsOf(object: PageObject, objects: ReadonlyMap<string, ObjectView>): EventView[] {
  return [...objects.values()]
    .filter((view) => isEvent(view) && involvedUid(view) === object.metadata.uid)
    .map(eventView)
    .toSorted((a, b) => (a.last < b.last ? 1 : -1));
}

function involvedUid({ object }: ObjectView): string | undefined {
  return (object as EventObject).involvedObject?.uid;
}

function eventView({ object }: ObjectView): EventView {
  const event = object as EventObject;
  const { message = '', reason = '', series, source, type } = event;
  const last = series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime;
  return {
    uid: object.metadata.uid,
    reason,
    message,
    from: event.reportingComponent || (source?.component ?? ''),
    warning: type === 'Warning',
    count: series?.count ?? event.count ?? 1,
    last: last ?? object.metadata.creationTimestamp,
  };
}
