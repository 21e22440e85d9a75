import type { Converted, Converter, Kind, KubernetesObject } from '@opgen/runtime';
import { deepEqual, isObject } from '@opgen/rules/json';
import { prune, type JSONSchemaProps } from '@opgen/rules/schema';
import { schemaOf } from './definition-of.ts';
import { admission, type SampleOptions, samplesOf } from './samples-of.ts';
import { shrink } from './shrink.ts';

/** The two versions and the number of objects of each. */
export interface RoundTripOptions<
  Hub extends KubernetesObject,
  Spoke extends KubernetesObject,
> extends SampleOptions {
  /** The storage version. */
  hub: Kind<Hub>;
  spoke: Kind<Spoke>;
}

/**
 * Converts many valid objects of each version to the other and back, and rejects if a result differs from the
 * original. The error names the field and shows the smallest object that loses it.
 *
 *     await roundTrips(new MemcachedV2Converter(), { hub: Memcached, spoke: MemcachedV2, crds: 'config/crd/bases' });
 *
 * Fields that are in no schema are pruned on the way, as the API server does. A conversion may add annotations.
 */
export async function roundTrips<Hub extends KubernetesObject, Spoke extends KubernetesObject>(
  converter: Converter<Hub, Spoke>,
  { hub, spoke, ...sampling }: RoundTripOptions<Hub, Spoke>,
): Promise<void> {
  const atHub = { kind: hub, schema: await schemaOf(hub, sampling.crds) };
  const atSpoke = { kind: spoke, schema: await schemaOf(spoke, sampling.crds) };
  const fromHub = step(atSpoke, (object: Hub) => converter.fromHub(object));
  const toHub = step(atHub, (object: Spoke) => converter.toHub(object));
  for (const sample of await samplesOf(hub, sampling))
    expectNoLoss(sample, [atHub, atSpoke], fromHub, (object) => toHub(object as Spoke));
  for (const sample of await samplesOf(spoke, sampling))
    expectNoLoss(sample, [atSpoke, atHub], toHub, (object) => fromHub(object as Hub));
}

interface Version {
  kind: Kind;
  schema: JSONSchemaProps;
}

type Step<From> = (object: From) => KubernetesObject;

/**
 * One conversion as the API server does it: only labels and annotations of the metadata may change, and unknown
 * fields are pruned.
 */
function step<From extends KubernetesObject, To extends KubernetesObject>(
  { kind, schema }: { kind: Kind<To>; schema: JSONSchemaProps },
  convert: (object: From) => Converted<To>,
): Step<From> {
  return (object) => {
    const { metadata: changed, ...content } = convert(structuredClone(object)) as Converted<KubernetesObject>;
    const { labels = object.metadata.labels, annotations = object.metadata.annotations } = changed ?? {};
    const metadata = { ...object.metadata, labels, annotations };
    const whole = { apiVersion: kind.apiVersion, kind: kind.kind, metadata, ...content };
    return prune(JSON.parse(JSON.stringify(whole)) as KubernetesObject, schema).value;
  };
}

function expectNoLoss<T extends KubernetesObject>(
  sample: T,
  [from, to]: readonly [Version, Version],
  there: Step<T>,
  back: Step<KubernetesObject>,
): void {
  const lossOf = (object: T): Loss | undefined => firstLoss(object, back(there(object)), '');
  const loss = lossOf(sample);
  if (loss === undefined) return;
  const admitted = admission(from.schema);
  const smallest = shrink(sample, (candidate) => {
    const { apiVersion, kind } = sample;
    if (!deepEqual(admitted(candidate), candidate)) return false;
    if (candidate.apiVersion !== apiVersion || candidate.kind !== kind || !isObject(candidate.metadata))
      return false;
    return lossOf(candidate)?.path === loss.path;
  });
  const { was, is } = lossOf(smallest) ?? loss;
  const [here, other] = [from.kind.version, to.kind.version];
  throw new Error(
    [
      `${here} → ${other} → ${here} ${is === undefined ? 'loses' : 'changes'} ${loss.path} of ${from.kind.kind}`,
      `  before: ${textOf(was)}, after: ${textOf(is)}`,
      `the smallest object that fails, in ${here}:`,
      indented(bodyOf(smallest)),
      `in ${other}:`,
      indented(bodyOf(there(smallest))),
    ].join('\n'),
  );
}

interface Loss {
  path: string;
  was: unknown;
  is: unknown;
}

/** The first path where the two differ, except for added annotations. */
function firstLoss(before: unknown, after: unknown, path: string): Loss | undefined {
  if (deepEqual(before, after)) return undefined;
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) {
      const loss = firstLoss(item, after[index], `${path}[${index}]`);
      if (loss !== undefined) return loss;
    }
    return undefined;
  }
  if (!isObject(before) || !isObject(after)) return { path, was: before, is: after };
  const keys = isMetadata(path) ? Object.keys(before) : Object.keys({ ...before, ...after });
  for (const key of keys) {
    const loss = firstLoss(before[key], after[key], path === '' ? key : `${path}.${key}`);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

function isMetadata(path: string): boolean {
  return path === 'metadata' || path === 'metadata.annotations';
}

/** What the author of the object wrote; the server sets the rest of the metadata. */
function bodyOf(object: KubernetesObject): object {
  const { apiVersion, kind: _, metadata, ...content } = object;
  const { labels, annotations } = metadata;
  const shown = { ...(labels && { labels }), ...(annotations && { annotations }) };
  return { apiVersion, ...(Object.keys(shown).length > 0 && { metadata: shown }), ...content };
}

function textOf(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

function indented(value: object): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^/gm, '  ');
}
