import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Convertible } from './conversion-review.ts';
import type { Converted, Converter } from './converter.ts';

interface Spoke {
  toHub(object: KubernetesObject): Converted<KubernetesObject>;
  fromHub(object: KubernetesObject): Converted<KubernetesObject>;
}

interface Conversion {
  readonly hub: Kind;
  readonly spokes: Map<string, Spoke>;
}

/** The conversions of all kinds: from one version to another through the hub. */
export class Conversions {
  readonly #conversions = new Map<string, Conversion>();

  /** The hub version of each kind. */
  get hubs(): readonly Kind[] {
    return [...this.#conversions.values()].map(({ hub }) => hub);
  }

  /** Registers the hub of a kind. May be called again with the same hub. */
  open(hub: Kind): void {
    const { group, kind, apiVersion } = hub;
    const known = this.#conversions.get(idOf(group, kind));
    if (known !== undefined && known.hub.apiVersion !== apiVersion) {
      throw new Error(
        `${kind} of ${group} has two hub versions, ${known.hub.apiVersion} and ${apiVersion}: keep the storage version`,
      );
    }
    if (known === undefined) this.#conversions.set(idOf(group, kind), { hub, spokes: new Map() });
  }

  add<H extends KubernetesObject, S extends KubernetesObject>(
    hub: Kind<H>,
    spoke: Kind<S>,
    converter: Converter<H, S>,
  ): void {
    this.open(hub);
    if (spoke.group !== hub.group || spoke.kind !== hub.kind) {
      throw new Error(
        `${spoke.kind} (${spoke.apiVersion}) is not a version of ${hub.kind} (${hub.apiVersion})`,
      );
    }
    const spokes = this.#conversions.get(idOf(hub.group, hub.kind))?.spokes;
    if (spoke.version === hub.version || spokes?.has(spoke.version)) {
      throw new Error(`${hub.kind} already has a conversion for ${spoke.apiVersion}`);
    }
    // Safe: the map key is the version, so the spoke receives objects of its type.
    spokes?.set(spoke.version, converter as unknown as Spoke);
  }

  /** Converts the object to another version of its kind. */
  convert(object: Convertible, desired: string): Convertible {
    if (object.apiVersion === desired) return object;
    const [from, to] = [parse(object.apiVersion), parse(desired)];
    if (from.group !== to.group) {
      throw new Error(`${object.apiVersion} cannot be converted to ${desired}: the group would change`);
    }
    const conversion = this.#conversions.get(idOf(from.group, object.kind));
    if (conversion === undefined) throw new Error(`${object.kind} of ${from.group} has no conversion`);
    return fromHub(conversion, toHub(conversion, object, from.version), to.version);
  }
}

function toHub(conversion: Conversion, object: Convertible, version: string): Convertible {
  const { hub } = conversion;
  if (version === hub.version) return object;
  const spoke = spokeOf(conversion, version);
  return converted(hub.apiVersion, object, (copy) => spoke.toHub(copy));
}

function fromHub(conversion: Conversion, object: Convertible, version: string): Convertible {
  const { hub } = conversion;
  if (version === hub.version) return object;
  const spoke = spokeOf(conversion, version);
  return converted(`${hub.group}/${version}`, object, (copy) => spoke.fromHub(copy));
}

function spokeOf({ hub, spokes }: Conversion, version: string): Spoke {
  const spoke = spokes.get(version);
  if (spoke !== undefined) return spoke;
  const known = [hub.version, ...spokes.keys()].join(', ');
  throw new Error(`${hub.kind} of ${hub.group} has no version ${version}; known versions: ${known}`);
}

/** The API server requires metadata, and accepts changes to labels and annotations only. */
function converted(
  apiVersion: string,
  object: Convertible,
  convert: (copy: KubernetesObject) => Converted<KubernetesObject>,
): Convertible {
  const { kind, metadata: original = {} } = object;
  // This may be only a part of an object; see `Convertible`.
  const copy = structuredClone({ ...object, metadata: original }) as KubernetesObject;
  const result = attempt(copy, convert);
  const problem = problemWith(result);
  if (problem !== undefined) throw new Error(`the converter to ${apiVersion} returned ${problem}`);
  const { metadata: changed, ...content } = result;
  const metadata = { ...original };
  if (changed?.labels !== undefined) metadata.labels = changed.labels;
  if (changed?.annotations !== undefined) metadata.annotations = changed.annotations;
  return { ...content, apiVersion, kind, metadata };
}

/** Ignores errors for an object that has only metadata: it has nothing to convert. */
function attempt(
  copy: KubernetesObject,
  convert: (copy: KubernetesObject) => Converted<KubernetesObject>,
): Converted<KubernetesObject> {
  const { apiVersion: _, kind, metadata: __, ...content } = copy;
  const isWhole = 'spec' in content;
  try {
    return convert(copy);
  } catch (error) {
    if (Object.keys(content).length === 0) return {};
    if (isWhole) throw error;
    const hint = `server-side apply also converts parts of a ${kind}, this one without a spec: convert only the fields that are present`;
    throw new Error(`${(error as Error).message}; ${hint}`, { cause: error });
  }
}

/** Detects results that the types forbid and that the API server would report in an unhelpful way. */
function problemWith(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null) return 'no object';
  if (result instanceof Promise) return 'a promise: converters must be synchronous';
  const { metadata }: { metadata?: Record<string, unknown> } = result;
  for (const field of ['labels', 'annotations']) {
    const texts = Object.entries(metadata?.[field] ?? {});
    const [key] = texts.find(([, value]) => typeof value !== 'string') ?? [];
    if (key !== undefined) return `a value in metadata.${field}.${key} that is not a string`;
  }
  return undefined;
}

function parse(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) };
}

function idOf(group: string, kind: string): string {
  return `${group}/${kind}`;
}
