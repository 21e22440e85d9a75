import type { CustomResourceConversion } from '@opgen/rules/definitions';
import type { Diagnostic } from '../diagnostics.ts';
import type { KindDraft } from '../markers/kind-draft.ts';
import type { ConverterClass, KindModel, KindReference } from '../model/api-model.ts';
import { converterSkipsHub, invalidConverter, unconvertedVersion } from './diagnostics.ts';

interface Version {
  model: KindModel;
  draft: KindDraft;
}

/** The service declared in config/webhook; kustomize sets the name prefix and the namespace. */
const webhookConversion: CustomResourceConversion = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
    conversionReviewVersions: ['v1'],
  },
};

/** The webhook conversion of a kind, or undefined if no class of the project converts it. */
export function conversionOf(
  versions: readonly Version[],
  converters: readonly ConverterClass[],
  problems: Diagnostic[],
): CustomResourceConversion | undefined {
  const [first] = versions;
  const own = converters.filter(
    ({ hub, spoke }) => first !== undefined && isPair(hub, spoke) && isOf(hub, first.model),
  );
  if (own.length === 0) return undefined;
  const stored = versions.find(({ draft }) => draft.version.storage);
  if (stored !== undefined) problems.push(...checkHub(versions, stored, own));
  return webhookConversion;
}

/** Checks the converters independently of which versions are stored and served. */
export function checkConverters(converters: readonly ConverterClass[]): Diagnostic[] {
  const first = new Map<string, ConverterClass>();
  return converters.flatMap((converter) => {
    const { hub, name, place, spoke } = converter;
    if (!hub.isOwn || !spoke.isOwn) {
      const other = hub.isOwn ? spoke : hub;
      const message = `${name} converts ${written(other)}, which is not a kind of this project`;
      return invalidConverter({
        message,
        hint: 'remove the converter: only the operator that owns the CRD can convert its versions',
        place,
      });
    }
    if (!isPair(hub, spoke)) {
      const message = `${name} converts ${written(hub)} and ${written(spoke)}, which are not two versions of one kind`;
      return invalidConverter({
        message,
        hint: 'name the storage version first, then another version of the same kind',
        place,
      });
    }
    const key = `${spoke.group}/${spoke.kind}/${spoke.version}`;
    const earlier = first.get(key);
    if (earlier === undefined) return (first.set(key, converter), []);
    const message = `${name} and ${earlier.name} both convert ${written(spoke)}`;
    return invalidConverter({ message, hint: 'remove one of them', place });
  });
}

/** Every conversion goes through the storage version, so each other served version needs a converter to and from it. */
function checkHub(
  versions: readonly Version[],
  { model: hub }: Version,
  converters: readonly ConverterClass[],
): Diagnostic[] {
  const wrong = converters.filter((converter) => converter.hub.version !== hub.version);
  if (wrong.length > 0) {
    return wrong.map(({ hub: { version }, name, place }) =>
      converterSkipsHub({
        message: `${name} converts to ${version}, but the storage version of ${hub.kind} is ${hub.version}`,
        hint: `write Converter<${hub.kind} of ${hub.version}, …>, or move // +storageversion to ${version}`,
        place,
      }),
    );
  }
  const converted = new Set([hub.version, ...converters.map(({ spoke }) => spoke.version)]);
  return versions.flatMap(({ model: { kind, place, version }, draft }) =>
    !draft.version.served || converted.has(version)
      ? []
      : unconvertedVersion({
          message: `no class converts ${kind} ${version} to and from ${hub.version}`,
          hint: 'write a class that implements Converter, or // +unservedversion above the interface',
          place,
        }),
  );
}

function isPair(hub: KindReference, spoke: KindReference): boolean {
  return isOf(hub, spoke) && hub.version !== spoke.version;
}

function isOf(one: KindReference, other: Pick<KindModel, 'group' | 'kind'>): boolean {
  return one.group === other.group && one.kind === other.kind;
}

function written({ kind, version }: KindReference): string {
  return `${kind} ${version}`;
}
