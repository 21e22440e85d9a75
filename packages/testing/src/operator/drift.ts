import { type JsonObject, metadataIn, objectsIn } from '@opgen/rules/json';
import type { Kind } from '@opgen/runtime';
import { fieldChanges } from '@opgen/runtime/runs';
import type { Transport } from '@opgen/runtime/transport';
import { describeChange, describeObject } from './describe-write.ts';
import { acceptedEdits, makeEdits } from './drift-edits.ts';
import { isBookkeeping } from './final-state.ts';
import { ownedFields } from './owned-fields.ts';
import type { OperatorScenario } from './scenario.ts';
import { ScenarioRun } from './scenario-run.ts';
import type { Write } from './write.ts';

/** A scenario, and the drift that the operator accepts. */
export interface DriftScenario extends OperatorScenario {
  /** Kinds that others may edit, such as Jobs, which an operator creates once. */
  mayEdit?: readonly Kind[] | undefined;
  /** Kinds that others may delete, such as Jobs that have finished. */
  mayDelete?: readonly Kind[] | undefined;
}

/**
 * Lets the operator finish its work. Then, for each object that it created, changes every field that it owns and that
 * the API server lets others change, and waits; and deletes the object, and waits. Rejects if a field keeps its new
 * value, or if the object does not come back. The error names the object and the fields.
 *
 *     await revertsDrift({ cluster: { crds: 'config/crd/bases' }, setup: setupMemcachedController, act });
 *
 * Metadata is not edited. Events and Leases are no children.
 */
export async function revertsDrift(scenario: DriftScenario): Promise<void> {
  const { mayEdit = [], mayDelete = [] } = scenario;
  await ScenarioRun.with(scenario, async (run) => {
    const { transport } = run.cluster;
    await run.startOperator();
    await run.act();
    const children = childrenIn(run.writes.all);
    if (children.length === 0)
      throw new Error('the operator created no objects: there is nothing that can drift');
    const settled = (): Promise<void> => run.settled();
    for (const child of children) {
      const live = await read(transport, child.path);
      if (live === undefined || isTerminating(live)) continue;
      if (!isOneOf(mayEdit, live)) await requireRevert(transport, child, live, settled);
      if (!isOneOf(mayDelete, live)) await requireReturn(transport, child, settled);
    }
  });
}

/** An object that the operator created. */
interface Child {
  readonly path: string;
  readonly object: JsonObject;
  /** The field managers of the operator. */
  readonly managers: ReadonlySet<string>;
}

function childrenIn(writes: readonly Write[]): Child[] {
  const managers = new Set(writes.flatMap(({ fieldManager }) => fieldManager ?? []));
  const children = new Map<string, Child>();
  for (const write of writes) {
    const { path, object } = write;
    if (write.verb === 'delete') children.delete(path);
    else if (write.isCreation && !isBookkeeping(write)) children.set(path, { path, object, managers });
  }
  return [...children.values()];
}

async function requireRevert(
  transport: Transport,
  { path, managers }: Child,
  before: JsonObject,
  settled: () => Promise<void>,
): Promise<void> {
  const edits = await acceptedEdits(transport, path, ownedFields(before, managers));
  if (edits.length === 0) return;
  await makeEdits(transport, path, edits);
  const edited = await read(transport, path);
  await settled();
  const after = await read(transport, path);
  const object = describeObject(before);
  if (after === undefined) throw new Error(`${object} is gone after others have edited it`);
  const left = fieldChanges(desiredPart(before), desiredPart(after));
  if (left.length === 0) return;
  const made = fieldChanges(desiredPart(before), desiredPart(edited ?? after)).map(
    ({ path: field }) => field,
  );
  const lines = left.map((change) => `  ${describeChange(change)}`);
  throw new Error(
    [`the operator does not revert others' edits of ${object} (${made.join(', ')}):`, ...lines].join('\n'),
  );
}

async function requireReturn(
  transport: Transport,
  child: Child,
  settled: () => Promise<void>,
): Promise<void> {
  const before = await alike(transport, child);
  await (await transport.request({ method: 'DELETE', path: child.path })).text();
  await settled();
  const after = await alike(transport, child);
  // What uses it, such as a Pod that has mounted the claim, keeps it from being deleted.
  if (after.some((object) => isTerminating(object) && before.some((one) => uidOf(one) === uidOf(object))))
    return;
  if (after.length >= before.length) return;
  throw new Error(`${describeObject(child.object)} does not come back after it was deleted`);
}

/** The objects with the name, or with the generated name, of a child. */
async function alike(transport: Transport, { path, object }: Child): Promise<JsonObject[]> {
  const described = describeObject(object);
  const list = await read(transport, path.slice(0, path.lastIndexOf('/')));
  return objectsIn(list?.['items']).filter(
    (item) => describeObject({ kind: object['kind'], ...item }) === described,
  );
}

/** The object without its status and its metadata. */
function desiredPart(object: JsonObject): JsonObject {
  return { ...object, metadata: undefined, status: undefined };
}

async function read(transport: Transport, path: string): Promise<JsonObject | undefined> {
  const response = await transport.request({ method: 'GET', path });
  const text = await response.text();
  return response.status === 200 ? (JSON.parse(text) as JsonObject) : undefined;
}

function isOneOf(kinds: readonly Kind[], { apiVersion, kind }: JsonObject): boolean {
  return kinds.some((each) => each.apiVersion === apiVersion && each.kind === kind);
}

function isTerminating(object: JsonObject): boolean {
  return metadataIn(object)['deletionTimestamp'] !== undefined;
}

function uidOf(object: JsonObject): unknown {
  return metadataIn(object)['uid'];
}
