import { duplicates, type FieldError, forbidden, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateClaimSpec } from './claims.ts';
import { validateFieldReference, validateResourceReference } from './downward-references.ts';
import { dns1123Label, dns1123Subdomain, objectIn, quantityOf, requiredText, textIn } from './fields.ts';
import { relativePath } from './file-paths.ts';
import { validateHostPath, validateNfs } from './volumes.ts';

/** The volumes of a Pod; one without a source is an emptyDir. */
export function validatePodVolumes(
  volumes: readonly JsonObject[],
  path: string,
  hasAccount: boolean,
): FieldError[] {
  return [
    ...volumes.flatMap((volume, i) => [
      ...requiredText(textIn(volume, 'name'), `${path}[${i}].name`, dns1123Label),
      ...validateSource(volume, `${path}[${i}]`, hasAccount),
    ]),
    ...duplicates(volumes.map(({ name }, i) => [`${path}[${i}].name`, name])),
  ];
}

type Rule = (source: JsonObject, path: string, hasAccount: boolean) => FieldError[];

/** In the order in which the server reads them. Others are accepted unseen. */
const rules: Readonly<Record<string, Rule>> = {
  emptyDir: (source, path) => {
    const size = quantityOf(source['sizeLimit']);
    const detail = 'SizeLimit field must be a valid resource quantity';
    return size !== undefined && size.compare(0) < 0 ? [forbidden(`${path}.sizeLimit`, detail)] : [];
  },
  hostPath: validateHostPath,
  gitRepo: (source, path) => requiredText(textIn(source, 'repository'), `${path}.repository`),
  secret: (source, path) => [
    ...requiredText(textIn(source, 'secretName'), `${path}.secretName`),
    ...validateFiles(source, path),
  ],
  nfs: validateNfs,
  persistentVolumeClaim: (source, path) => requiredText(textIn(source, 'claimName'), `${path}.claimName`),
  downwardAPI: (source, path) => [
    ...validateMode(source['defaultMode'], `${path}.defaultMode`),
    ...objectsIn(source['items']).flatMap((item) => validateDownwardItem(item, path)),
  ],
  configMap: (source, path) => [
    ...requiredText(textIn(source, 'name'), `${path}.name`),
    ...validateFiles(source, path),
  ],
  projected: validateProjected,
  csi: (source, path) => requiredText(textIn(source, 'driver'), `${path}.driver`, dns1123Subdomain),
  ephemeral: (source, path) => {
    const template = source['volumeClaimTemplate'];
    const at = `${path}.volumeClaimTemplate`;
    return isObject(template) ? validateClaimSpec(objectIn(template, 'spec'), `${at}.spec`) : [required(at)];
  },
  image: (source, path) => requiredText(textIn(source, 'reference'), `${path}.reference`),
};

function validateSource(volume: JsonObject, path: string, hasAccount: boolean): FieldError[] {
  const [kind, ...others] = Object.keys(rules).filter((each) => isObject(volume[each]));
  if (kind === undefined) return [];
  return [
    ...(rules[kind]?.(objectIn(volume, kind), `${path}.${kind}`, hasAccount) ?? []),
    ...others.map((other) => forbidden(`${path}.${other}`, 'may not specify more than 1 volume type')),
  ];
}

const highestMode = 0o777;

function validateMode(mode: unknown, path: string): FieldError[] {
  if (typeof mode !== 'number' || (mode >= 0 && mode <= highestMode)) return [];
  return [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

/** Which keys become which files. */
function validateFiles(source: JsonObject, path: string): FieldError[] {
  return [
    ...validateMode(source['defaultMode'], `${path}.defaultMode`),
    ...objectsIn(source['items']).flatMap((item, i) => [
      ...requiredText(textIn(item, 'key'), `${path}.items[${i}].key`),
      ...requiredText(textIn(item, 'path'), `${path}.items[${i}].path`, relativePath),
      ...validateMode(item['mode'], `${path}.items[${i}].mode`),
    ]),
  ];
}

const inVolumes = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

function validateDownwardItem(item: JsonObject, path: string): FieldError[] {
  const { fieldRef, resourceFieldRef } = item;
  const file = requiredText(textIn(item, 'path'), `${path}.path`, relativePath);
  const mode = validateMode(item['mode'], `${path}.mode`);
  if (isObject(fieldRef))
    return [
      ...file,
      ...validateFieldReference(fieldRef, `${path}.fieldRef`, inVolumes),
      ...(isObject(resourceFieldRef)
        ? [invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
        : []),
      ...mode,
    ];
  const reference = isObject(resourceFieldRef)
    ? validateResourceReference(resourceFieldRef, `${path}.resourceFieldRef`, true)
    : [required(path, 'one of fieldRef and resourceFieldRef is required')];
  return [...file, ...reference, ...mode];
}

const shortestToken = 600;
const longestToken = 2 ** 32;

function validateProjected(projected: JsonObject, path: string, hasAccount: boolean): FieldError[] {
  const files = new Set<string>();
  return [
    ...validateMode(projected['defaultMode'], `${path}.defaultMode`),
    ...objectsIn(projected['sources']).flatMap((source, i) => {
      const at = `${path}.sources[${i}]`;
      return [
        ...validateProjection(source, at, hasAccount),
        ...filesOf(source).flatMap(([file, owner]) => {
          const isTaken = files.has(file);
          files.add(file);
          return isTaken ? [invalid(path, owner, 'conflicting duplicate paths')] : [];
        }),
      ];
    }),
  ];
}

/** The files of a source with what messages call it. */
function filesOf(source: JsonObject): (readonly [file: string, owner: string])[] {
  return ['configMap', 'secret'].flatMap((kind) => {
    const part = objectIn(source, kind);
    return objectsIn(part['items']).map((item) => [textIn(item, 'path'), textIn(part, 'name')] as const);
  });
}

function validateProjection(source: JsonObject, path: string, hasAccount: boolean): FieldError[] {
  const { serviceAccountToken: token, downwardAPI } = source;
  const named = ['configMap', 'secret'].filter((kind) => isObject(source[kind]));
  return [
    ...named.flatMap((kind) => [
      ...requiredText(textIn(objectIn(source, kind), 'name'), `${path}.${kind}.name`),
      ...validateFiles(objectIn(source, kind), `${path}.${kind}`),
    ]),
    ...objectsIn(isObject(downwardAPI) ? downwardAPI['items'] : undefined).flatMap((item) =>
      validateDownwardItem(item, `${path}.downwardAPI`),
    ),
    ...(isObject(token) ? validateToken(token, `${path}.serviceAccountToken`, hasAccount) : []),
  ];
}

function validateToken(token: JsonObject, path: string, hasAccount: boolean): FieldError[] {
  const seconds = token['expirationSeconds'];
  const at = `${path}.expirationSeconds`;
  return [
    ...(hasAccount ? [] : [forbidden(path, 'must not be specified when serviceAccountName is not set')]),
    ...(Number(seconds) < shortestToken
      ? [invalid(at, seconds, 'may not specify a duration less than 10 minutes')]
      : []),
    ...(Number(seconds) > longestToken
      ? [invalid(at, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
    ...requiredText(textIn(token, 'path'), `${path}.path`, relativePath),
  ];
}
