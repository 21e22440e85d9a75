import { type FieldError, forbidden, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateAccessModes } from './access-modes.ts';
import {
  dns1123Subdomain,
  immutable,
  objectIn,
  optionalText,
  positiveQuantity,
  quantityOf,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import { withoutBacksteps } from './file-paths.ts';
import { validateNodeSelector } from './node-selectors.ts';
import type { Validation } from './validation.ts';

export const validateVolume: Validation = (volume, old) => {
  const spec = objectIn(volume, 'spec');
  return [
    ...validateVolumeSpec(spec, 'spec'),
    ...(old === undefined ? [] : validateUpdate(spec, objectIn(old, 'spec'))),
  ];
};

/** The sources of volumes that a spec can have. */
const sources = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephfs',
  'cinder',
  'csi',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'glusterfs',
  'hostPath',
  'iscsi',
  'local',
  'nfs',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
  'vsphereVolume',
];

function validateVolumeSpec(spec: JsonObject, path: string): FieldError[] {
  const { capacity } = spec;
  const given = sources.filter((source) => isObject(spec[source]));
  const policy = spec['persistentVolumeReclaimPolicy'];
  return [
    ...validateAccessModes(textsIn(spec['accessModes']), `${path}.accessModes`),
    ...validateCapacity(capacity, `${path}.capacity`),
    ...oneOf(policy, ['Delete', 'Recycle', 'Retain'], `${path}.persistentVolumeReclaimPolicy`),
    ...validateAffinity(spec, `${path}.nodeAffinity`),
    ...validateSources(spec, given, path),
    ...(policy === 'Recycle' && objectIn(spec, 'hostPath')['path'] === '/'
      ? [
          forbidden(
            `${path}.persistentVolumeReclaimPolicy`,
            "may not be 'recycle' for a hostPath mount of '/'",
          ),
        ]
      : []),
    ...optionalText(textIn(spec, 'storageClassName'), `${path}.storageClassName`, dns1123Subdomain),
    ...oneOf(spec['volumeMode'], ['Block', 'Filesystem'], `${path}.volumeMode`),
  ];
}

function validateCapacity(capacity: unknown, path: string): FieldError[] {
  const amounts = isObject(capacity) ? capacity : {};
  const names = Object.keys(amounts);
  const isStorage = names.length === 1 && names[0] === 'storage';
  return [
    ...(names.length === 0 ? [required(path)] : []),
    ...(isStorage ? [] : [notSupported(path, names.length === 0 ? null : amounts, ['storage'])]),
    ...names.flatMap((name) => {
      const at = `${path}[${name}]`;
      const quantity = quantityOf(amounts[name]);
      return [
        ...(quantity !== undefined && quantity.compare(0) < 0
          ? [invalid(at, quantity.toNumber(), 'must be a valid resource quantity')]
          : []),
        ...positiveQuantity(amounts[name], at),
      ];
    }),
  ];
}

function validateAffinity(spec: JsonObject, path: string): FieldError[] {
  const affinity = spec['nodeAffinity'];
  if (!isObject(affinity))
    return isObject(spec['local']) ? [required(path, 'Local volume requires node affinity')] : [];
  const { required: wanted } = affinity;
  if (!isObject(wanted)) return [required(`${path}.required`, 'must specify required node constraints')];
  return validateNodeSelector(wanted, `${path}.required`);
}

function validateSources(spec: JsonObject, given: readonly string[], path: string): FieldError[] {
  if (given.length === 0) return [required(path, 'must specify a volume type')];
  // The server reads them in its own order, in which hostPath comes first.
  const [first = '', ...rest] = given.toSorted((a, b) => rank(a) - rank(b));
  return [
    ...(sourceRules[first]?.(objectIn(spec, first), `${path}.${first}`) ?? []),
    ...rest.map((source) => forbidden(`${path}.${source}`, 'may not specify more than 1 volume type')),
  ];
}

const ranks = ['hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'flocker', 'nfs'];

function rank(source: string): number {
  const index = ranks.indexOf(source);
  return index === -1 ? ranks.length : index;
}

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

type SourceRule = (source: JsonObject, path: string) => FieldError[];

/** Rules of the sources that are compared with the real server. */
const sourceRules: Readonly<Record<string, SourceRule>> = {
  hostPath: validateHostPath,
  nfs: validateNfs,
  local: (source, path) => requiredText(textIn(source, 'path'), `${path}.path`, withoutBacksteps),
  csi: validateCsi,
};

/** A folder or a file of the node. */
export function validateHostPath(source: JsonObject, path: string): FieldError[] {
  return [
    ...requiredText(textIn(source, 'path'), `${path}.path`, withoutBacksteps),
    ...oneOf(source['type'], hostPathTypes, `${path}.type`),
  ];
}

/** A folder of an NFS server. */
export function validateNfs(source: JsonObject, path: string): FieldError[] {
  const [server, folder] = [textIn(source, 'server'), textIn(source, 'path')];
  return [
    ...requiredText(server, `${path}.server`),
    ...requiredText(folder, `${path}.path`),
    ...(folder.startsWith('/') ? [] : [invalid(`${path}.path`, folder, 'must be an absolute path')]),
  ];
}

const secretReferences = [
  'controllerPublishSecretRef',
  'nodePublishSecretRef',
  'controllerExpandSecretRef',
  'nodeExpandSecretRef',
];

function validateCsi(source: JsonObject, path: string): FieldError[] {
  return [
    ...requiredText(textIn(source, 'driver'), `${path}.driver`, dns1123Subdomain),
    ...requiredText(textIn(source, 'volumeHandle'), `${path}.volumeHandle`),
    ...secretReferences.flatMap((name) => {
      const reference = source[name];
      if (!isObject(reference)) return [];
      return ['name', 'namespace'].flatMap((key) =>
        requiredText(textIn(reference, key), `${path}.${name}.${key}`),
      );
    }),
  ];
}

function validateUpdate(spec: JsonObject, old: JsonObject): FieldError[] {
  const isSame = sources.every((source) => deepEqual(spec[source], old[source]));
  return [
    ...(isSame
      ? []
      : [
          forbidden('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation'),
        ]),
    ...immutable(spec['volumeMode'], old['volumeMode'], 'volumeMode'),
  ];
}

export const validateVolumeAttachment: Validation = (attachment, old) => {
  const spec = objectIn(attachment, 'spec');
  return [
    ...requiredText(textIn(spec, 'attacher'), 'spec.attacher', dns1123Subdomain),
    ...validateAttached(objectIn(spec, 'source'), 'spec.source'),
    ...dns1123Subdomain(textIn(spec, 'nodeName'), 'spec.nodeName'),
    ...(old === undefined ? [] : immutable(spec, old['spec'], 'spec')),
  ];
};

function validateAttached(source: JsonObject, path: string): FieldError[] {
  const { inlineVolumeSpec, persistentVolumeName: name } = source;
  const isExact = isObject(inlineVolumeSpec) !== (name !== undefined);
  if (!isExact)
    return [required(path, 'must specify exactly one of inlineVolumeSpec and persistentVolumeName')];
  if (isObject(inlineVolumeSpec)) return validateInline(inlineVolumeSpec, `${path}.inlineVolumeSpec`);
  return [
    ...(name === ''
      ? [required(`${path}.persistentVolumeName`, 'must specify non empty persistentVolumeName')]
      : []),
    ...dns1123Subdomain(String(name), `${path}.persistentVolumeName`),
  ];
}

const onlyOfObjects = [
  'capacity',
  'claimRef',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeMode',
];

function validateInline(spec: JsonObject, path: string): FieldError[] {
  return onlyOfObjects
    .filter((name) => spec[name] !== undefined && name !== 'volumeMode')
    .map((name) => forbidden(`${path}.${name}`, 'may not be specified in the context of inline volumes'));
}

export const validateCsiDriver: Validation = (driver, old) => {
  const spec = objectIn(driver, 'spec');
  const period = spec['nodeAllocatableUpdatePeriodSeconds'];
  const oldSpec = old === undefined ? undefined : objectIn(old, 'spec');
  return [
    ...oneOf(spec['fsGroupPolicy'], ['File', 'None', 'ReadWriteOnceWithFSType'], 'spec.fsGroupPolicy'),
    ...textsIn(spec['volumeLifecycleModes']).flatMap((mode) =>
      oneOf(mode, ['Persistent', 'Ephemeral'], 'spec.volumeLifecycleModes'),
    ),
    ...validateTokenRequests(objectsIn(spec['tokenRequests']), 'spec.tokenRequests'),
    ...(typeof period === 'number' && period < 10
      ? [
          invalid(
            'spec.nodeAllocatableUpdatePeriodSeconds',
            period,
            'must be greater than or equal to 10 seconds',
          ),
        ]
      : []),
    ...(oldSpec === undefined
      ? []
      : [
          ...immutable(spec['attachRequired'], oldSpec['attachRequired'], 'spec.attachedRequired'),
          ...immutable(
            spec['volumeLifecycleModes'],
            oldSpec['volumeLifecycleModes'],
            'spec.volumeLifecycleModes',
          ),
        ]),
  ];
};

function validateTokenRequests(requests: readonly JsonObject[], path: string): FieldError[] {
  return requests.flatMap((request, i) => {
    const seconds = request['expirationSeconds'];
    const at = `${path}[${i}].expirationSeconds`;
    const isRepeated =
      requests.findIndex((other) => textIn(other, 'audience') === textIn(request, 'audience')) < i;
    return [
      ...(isRepeated
        ? [
            {
              type: 'Duplicate' as const,
              field: `${path}[${i}].audience`,
              value: textIn(request, 'audience'),
              detail: '',
            },
          ]
        : []),
      ...(Number(seconds) < 600
        ? [invalid(at, seconds, 'may not specify a duration less than 10 minutes')]
        : []),
      ...(Number(seconds) > 2 ** 32
        ? [invalid(at, seconds, 'may not specify a duration larger than 2^32 seconds')]
        : []),
    ];
  });
}
