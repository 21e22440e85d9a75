import { deepCopy, isObject, type JsonObject, metadataIn, objectsIn } from '@opgen/rules/json';
import { fieldChanges } from '@opgen/runtime/runs';
import type { Transport } from '@opgen/runtime/transport';
import { describeChange, describeObject } from './describe-write.ts';
import type { Write } from './write.ts';

/** Objects that describe what happened, and not what is desired. */
export function isBookkeeping({ collection }: Pick<Write, 'collection'>): boolean {
  return /\/(events|leases)$/.test(collection);
}

/**
 * The objects of some collections, without what differs between two clusters: identities, versions and times. Objects
 * with generated names are grouped, because only their number is the same.
 */
export type FinalState = ReadonlyMap<string, readonly JsonObject[]>;

export async function finalState(transport: Transport, collections: Iterable<string>): Promise<FinalState> {
  const objects: JsonObject[] = [];
  for (const path of collections) {
    const response = await transport.request({ method: 'GET', path });
    const text = await response.text();
    if (response.status !== 200) continue;
    const { apiVersion, kind, items } = JSON.parse(text) as JsonObject;
    const each = { apiVersion, kind: String(kind).replace(/List$/, '') };
    objects.push(...objectsIn(items).map((item) => ({ ...each, ...item })));
  }
  const aliases = new Map(objects.flatMap(aliasesOf));
  const state = new Map<string, JsonObject[]>();
  for (const object of objects) {
    const key = describeObject(object);
    state.set(key, [...(state.get(key) ?? []), withoutIdentity(object, aliases)]);
  }
  for (const group of state.values()) group.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return state;
}

/** A difference of two states: a line of text, and the field if it is one. */
export interface Difference {
  /** The object, or the object and the field. */
  readonly where: string;
  readonly text: string;
}

export function differences(expected: FinalState, actual: FinalState): Difference[] {
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((key): Difference[] => {
    const wanted = expected.get(key) ?? [];
    const found = actual.get(key) ?? [];
    if (wanted.length !== found.length)
      return [{ where: key, text: `${key}: ${counted(found)}, expected ${wanted.length}` }];
    return wanted.flatMap((object, index) =>
      fieldChanges(object, found[index] ?? {}).map((change) => ({
        where: `${key} ${change.path}`,
        text: `${key}: ${describeChange(change)}`,
      })),
    );
  });
}

function counted({ length }: readonly unknown[]): string {
  return length === 1 ? '1 object' : `${length} objects`;
}

/** What stands for the uid and for a generated name of an object. */
function aliasesOf(object: JsonObject): [string, string][] {
  const { uid, name, generateName } = metadataIn(object);
  const described = describeObject(object);
  return [
    [String(uid), `uid of ${described}`],
    ...(typeof generateName === 'string' ? [[String(name), `${generateName}*`] as [string, string]] : []),
  ];
}

const identity = ['uid', 'resourceVersion', 'creationTimestamp', 'generation', 'managedFields', 'selfLink'];

function withoutIdentity(object: JsonObject, aliases: ReadonlyMap<string, string>): JsonObject {
  const copy = deepCopy(object);
  for (const field of identity) delete metadataIn(copy)[field];
  return replaced(copy, aliases) as JsonObject;
}

function replaced(value: unknown, aliases: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return textWithout(value, aliases);
  if (Array.isArray(value)) return value.map((each) => replaced(each, aliases));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([field]) => field !== 'observedGeneration');
  return Object.fromEntries(fields.map(([field, each]) => [field, replaced(each, aliases)]));
}

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

function textWithout(text: string, aliases: ReadonlyMap<string, string>): string {
  let result = text.replace(time, '(time)');
  for (const [alias, meaning] of aliases) result = result.replaceAll(alias, meaning);
  return result;
}
