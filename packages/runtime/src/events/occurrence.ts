import type { Event } from '../kinds/events/v1.ts';
import { toMicroTime } from '../objects/time.ts';
import type { New } from '../objects/desired.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** Something that happened, before anybody has decided whether it is told. */
export interface Occurrence {
  readonly type: 'Normal' | 'Warning';
  readonly object: KubernetesObject;
  readonly reason: string;
  readonly note: string;
  readonly action: string;
  readonly related: KubernetesObject | undefined;
  /** Which part of which program saw it. */
  readonly controller: string;
  readonly instance: string;
}

/** What the API server accepts. */
const limits = { note: 1024, word: 128, name: 253 };

/** The event for it. `time`: wall-clock milliseconds; `unique`: tells events of the same moment apart. */
export function eventOf(occurrence: Occurrence, time: number, unique: number): New<Event> {
  const { type, object, reason, note, action, related, controller, instance } = occurrence;
  return {
    metadata: {
      name: nameFor(object.metadata.name, time, unique),
      // Events are namespaced; those of objects that are not have their place in `default`.
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

/** Cuts to a number of bytes of UTF-8, between two characters. */
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

/** `<object>.<moment>`, as kubectl users know it. Some kinds have names that an event may not have. */
function nameFor(name: string, time: number, unique: number): string {
  const moment = `.${time.toString(16)}${(unique % 0xffff).toString(16).padStart(4, '0')}`;
  const stem = name.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-');
  return stem.slice(0, limits.name - moment.length).replace(/^[.-]+|[.-]+$/g, '') + moment;
}
