import type { Event } from '../kinds/events/v1.ts';
import { toMicroTime } from '../objects/time.ts';
import type { New } from '../objects/desired.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** An event as recorded, before aggregation and rate limiting. */
export interface Occurrence {
  readonly type: 'Normal' | 'Warning';
  readonly object: KubernetesObject;
  readonly reason: string;
  readonly note: string;
  readonly action: string;
  readonly related: KubernetesObject | undefined;
  /** The reporting controller; `instance` is its process. */
  readonly controller: string;
  readonly instance: string;
}

/** The maximum lengths that the API server accepts. */
const limits = { note: 1024, word: 128, name: 253 };

/** Creates the Event. `time`: wall-clock milliseconds; `unique`: distinguishes events of the same millisecond. */
export function eventOf(occurrence: Occurrence, time: number, unique: number): New<Event> {
  const { type, object, reason, note, action, related, controller, instance } = occurrence;
  return {
    metadata: {
      name: nameFor(object.metadata.name, time, unique),
      // Events are namespaced; those about cluster-scoped objects belong to `default`.
      namespace: object.metadata.namespace ?? 'default',
    },
    type,
    reason: cut(reason, limits.word),
    note: cut(note, limits.note),
    action: cut(action, limits.word),
    regarding: referenceTo(object),
    ...(related && { related: referenceTo(related) }),
    reportingController: controller,
    reportingInstance: cut(instance, limits.word),
    eventTime: toMicroTime(new Date(time)),
  };
}

export function referenceTo({
  apiVersion,
  kind,
  metadata,
}: KubernetesObject): NonNullable<Event['regarding']> {
  const { name, namespace, uid } = metadata;
  return { apiVersion, kind, name, uid, ...(namespace !== undefined && { namespace }) };
}

/** Truncates to a number of UTF-8 bytes without splitting a character. */
export function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const ellipsis = '…';
  let size = Buffer.byteLength(ellipsis);
  let kept = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept + ellipsis;
}

/** `<object>.<moment>`, similar to client-go. Replaces characters that some kinds allow in names but Events do not. */
function nameFor(name: string, time: number, unique: number): string {
  const moment = `.${time.toString(16)}${(unique % 0xffff).toString(16).padStart(4, '0')}`;
  const stem = name.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-');
  return stem.slice(0, limits.name - moment.length).replace(/^[.-]+|[.-]+$/g, '') + moment;
}
