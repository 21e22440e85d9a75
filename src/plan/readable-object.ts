import { isObject, type JsonObject } from '@opgen/rules/json';
import type { PlannedObject } from './planned-object.ts';

/** What differs between two runs of the same plan. */
export interface PlanTime {
  /** Milliseconds since the epoch: when the operator started and stopped. */
  readonly from: number;
  readonly to: number;
  /** The uids of objects that only the plan has created, and their titles. */
  readonly created: ReadonlyMap<string, string>;
  /** The object before the plan: the times in it are known. */
  readonly former?: PlannedObject | undefined;
}

/** What the server sets with each write. */
const noise = new Set([
  'managedFields',
  'resourceVersion',
  'uid',
  'generation',
  'creationTimestamp',
  'selfLink',
]);
const applied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The object as the plan shows it: without what the server sets with each write, with Secrets masked, and with
 * placeholders for what is not known before the real run, such as the current time and the uids of new objects.
 */
export function readableObject(object: PlannedObject, time?: PlanTime): JsonObject {
  const { apiVersion, kind, metadata, status, ...fields } = object;
  // The server adds an empty status to new objects of some kinds.
  const hasStatus = status !== undefined && !(isObject(status) && Object.keys(status).length === 0);
  const shown = Object.entries(metadata).filter(([field]) => !noise.has(field));
  const annotations = isObject(metadata['annotations']) ? metadata['annotations'] : {};
  const others = Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== applied));
  const readable: JsonObject = {
    apiVersion,
    kind,
    metadata: {
      ...Object.fromEntries(shown.filter(([field]) => field !== 'annotations')),
      ...(Object.keys(others).length > 0 && { annotations: others }),
    },
    ...fields,
    ...(hasStatus && { status }),
  };
  if (time === undefined) return readable;
  return withPlaceholders(
    allocated(readable, time.created.has(metadata.uid)),
    time.former,
    time,
  ) as JsonObject;
}

/** Masks the data of a Secret. A value that differs from the other state is marked, as kubectl diff does. */
export function masked(object: JsonObject, other: JsonObject | undefined, mark: string): JsonObject {
  if (object['kind'] !== 'Secret' || object['apiVersion'] !== 'v1') return object;
  const mask = (field: string): JsonObject => {
    const data = isObject(object[field]) ? object[field] : undefined;
    if (data === undefined) return {};
    const before = other === undefined ? undefined : other[field];
    const entries = Object.entries(data).map(([key, value]) => {
      const differs = isObject(before) && Object.hasOwn(before, key) && before[key] !== value;
      return [key, differs ? `*** (${mark})` : '***'];
    });
    return { [field]: Object.fromEntries(entries) as JsonObject };
  };
  return { ...object, ...mask('data'), ...mask('stringData') };
}

/** The server of the cluster allocates other addresses and ports than the copy. */
function allocated(object: JsonObject, isNew: boolean): JsonObject {
  const { spec } = object;
  if (!isNew || object['kind'] !== 'Service' || object['apiVersion'] !== 'v1' || !isObject(spec))
    return object;
  const { clusterIP, clusterIPs: _, ports, ...others } = spec;
  return {
    ...object,
    spec: {
      ...others,
      ...(clusterIP === 'None' && { clusterIP }),
      ...(Array.isArray(ports) && {
        ports: ports.map((port) => {
          if (!isObject(port)) return port;
          const { nodePort: __, ...rest } = port;
          return rest;
        }),
      }),
    },
  };
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `former` is the value of the same field before the plan: what it contains is known. */
function withPlaceholders(value: unknown, former: unknown, time: PlanTime): unknown {
  if (value === former) return value;
  if (typeof value === 'string') {
    const created = time.created.get(value);
    if (created !== undefined) return `<uid of ${created}>`;
    return isNow(value, time) ? '<time of the write>' : value;
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Array.isArray(former) ? former : [];
    return value.map((each, index) => withPlaceholders(each, items[index], time));
  }
  if (!isObject(value)) return value;
  const fields = isObject(former) ? former : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withPlaceholders(each, fields[key], time)]),
  );
}

/** Timestamps have whole seconds. */
function isNow(text: string, { from, to }: PlanTime): boolean {
  if (!rfc3339.test(text)) return false;
  const at = Date.parse(text);
  return at >= Math.floor(from / 1_000) * 1_000 && at <= to;
}
