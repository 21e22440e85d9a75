import {
  duplicate,
  duplicates,
  type FieldError,
  forbidden,
  invalid,
  oneOf,
  required,
} from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { portNameProblems } from '../names/port-names.ts';
import { validateContainerResources } from './container-resources.ts';
import { validateEnv, validateEnvFrom } from './environment-variables.ts';
import { dns1123Label, invalids, objectIn, requiredText, textIn } from './fields.ts';
import { relativePath } from './file-paths.ts';
import { validatePort, validateProtocol } from './ports.ts';
import { probeNames, validateLifecycle, validateProbe } from './probes.ts';
import { validateContainerSecurity } from './security-contexts.ts';

/** What the containers of a Pod refer to. */
export interface PodParts {
  readonly spec: JsonObject;
  /** The volumes by name. */
  readonly volumes: ReadonlyMap<unknown, JsonObject>;
}

/** The names of containers with their paths. */
export function namesOf(
  containers: readonly JsonObject[],
  path: string,
): (readonly [path: string, name: unknown])[] {
  return containers.map(({ name }, i) => [`${path}[${i}].name`, name] as const);
}

/** The containers of a Pod that run side by side. */
export function validateContainers(
  containers: readonly JsonObject[],
  path: string,
  parts: PodParts,
): FieldError[] {
  return [
    ...containers.flatMap((container, i) => [
      ...validateContainer(container, `${path}[${i}]`, parts),
      ...validateHandlers(container, `${path}[${i}]`, parts),
    ]),
    ...sameHostPorts(containers, path),
  ];
}

/** The containers that run first; those that are always restarted are sidecars. */
export function validateInitContainers(
  containers: readonly JsonObject[],
  path: string,
  parts: PodParts,
): FieldError[] {
  return containers.flatMap((container, i) => {
    const at = `${path}[${i}]`;
    const isSidecar = container['restartPolicy'] === 'Always';
    const detail = 'may not be set for init containers without restartPolicy=Always';
    return [
      ...validateContainer(container, at, parts),
      ...(isSidecar
        ? validateHandlers(container, at, parts)
        : ['lifecycle', ...probeNames]
            .filter((name) => isObject(container[name]))
            .map((name) => forbidden(`${at}.${name}`, detail))),
    ];
  });
}

function validateContainer(container: JsonObject, path: string, parts: PodParts): FieldError[] {
  const image = textIn(container, 'image');
  const mounts = objectsIn(container['volumeMounts']);
  return [
    ...requiredText(textIn(container, 'name'), `${path}.name`, dns1123Label),
    ...requiredText(image, `${path}.image`, (value, at) =>
      value === value.trim() ? [] : [invalid(at, value, 'must not have leading or trailing whitespace')],
    ),
    ...validatePorts(container, path, parts.spec['hostNetwork'] === true),
    ...validateEnv(objectsIn(container['env']), `${path}.env`),
    ...validateEnvFrom(objectsIn(container['envFrom']), `${path}.envFrom`),
    ...mounts.flatMap((mount, i) => validateMount(mount, `${path}.volumeMounts[${i}]`, container, parts)),
    ...mountedTwice(mounts, path),
    ...objectsIn(container['volumeDevices']).flatMap((device, i) =>
      validateDevice(device, `${path}.volumeDevices[${i}]`, parts),
    ),
    ...oneOf(container['imagePullPolicy'], ['Always', 'IfNotPresent', 'Never'], `${path}.imagePullPolicy`),
    ...oneOf(
      container['terminationMessagePolicy'],
      ['File', 'FallbackToLogsOnError'],
      `${path}.terminationMessagePolicy`,
    ),
    ...validateContainerResources(
      objectIn(container, 'resources'),
      `${path}.resources`,
      objectsIn(parts.spec['resourceClaims']).map(({ name }) => name),
    ),
    ...validateContainerSecurity(container['securityContext'], `${path}.securityContext`),
  ];
}

function validateHandlers(container: JsonObject, path: string, { spec }: PodParts): FieldError[] {
  const grace = spec['terminationGracePeriodSeconds'];
  return [
    ...validateLifecycle(container['lifecycle'], `${path}.lifecycle`, Number(grace ?? 0)),
    ...probeNames.flatMap((name) => validateProbe(name, container[name], `${path}.${name}`)),
  ];
}

function validatePorts(container: JsonObject, path: string, isHostNetwork: boolean): FieldError[] {
  const ports = objectsIn(container['ports']);
  return [
    ...ports.flatMap((port, i) => validateContainerPort(port, `${path}.ports[${i}]`, isHostNetwork)),
    ...duplicates(
      ports.flatMap((port, i) => (port['name'] ? [[`${path}.ports[${i}].name`, port['name']] as const] : [])),
    ),
  ];
}

function validateContainerPort(port: JsonObject, path: string, isHostNetwork: boolean): FieldError[] {
  const name = textIn(port, 'name');
  const { containerPort = 0, hostPort = 0, protocol } = port;
  const rule = 'must match `containerPort` when `hostNetwork` is true';
  return [
    ...(name === '' ? [] : invalids(`${path}.name`, name, portNameProblems(name))),
    ...(containerPort === 0
      ? [required(`${path}.containerPort`)]
      : validatePort(containerPort, `${path}.containerPort`)),
    ...(hostPort === 0 ? [] : validatePort(hostPort, `${path}.hostPort`)),
    ...(isHostNetwork && hostPort !== 0 && hostPort !== containerPort
      ? [invalid(`${path}.hostPort`, hostPort, rule)]
      : []),
    ...validateProtocol(protocol, `${path}.protocol`),
  ];
}

/** Two containers cannot open the same port of the node. */
function sameHostPorts(containers: readonly JsonObject[], path: string): FieldError[] {
  const seen = new Set<string>();
  return containers.flatMap((container, i) =>
    objectsIn(container['ports']).flatMap((port, j) => {
      if (!port['hostPort']) return [];
      const key = `${textIn(port, 'protocol')}/${textIn(port, 'hostIP')}/${String(port['hostPort'])}`;
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated ? [duplicate(`${path}[${i}].ports[${j}].hostPort`, key)] : [];
    }),
  );
}

const propagations = ['Bidirectional', 'HostToContainer', 'None'];

function validateMount(
  mount: JsonObject,
  path: string,
  container: JsonObject,
  { volumes }: PodParts,
): FieldError[] {
  const [name, mountPath] = [textIn(mount, 'name'), textIn(mount, 'mountPath')];
  const [subPath, subPathExpr] = [textIn(mount, 'subPath'), textIn(mount, 'subPathExpr')];
  // The server names these fields without the index of the mount.
  const unindexed = path.replace(/\[\d+\]$/, '');
  return [
    ...(name === '' ? [required(`${path}.name`)] : []),
    ...(volumes.has(name)
      ? []
      : [{ type: 'NotFound' as const, field: `${path}.name`, value: name, detail: '' }]),
    ...(mountPath === '' ? [required(`${path}.mountPath`)] : []),
    ...(subPath === '' ? [] : relativePath(subPath, `${unindexed}.subPath`)),
    ...(subPathExpr === '' ? [] : relativePath(subPathExpr, `${unindexed}.subPathExpr`)),
    ...(subPath !== '' && subPathExpr !== ''
      ? [invalid(`${path}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
      : []),
    ...validatePropagation(mount, container, `${unindexed}.mountPropagation`),
    ...(['Enabled', 'IfPossible'].includes(textIn(mount, 'recursiveReadOnly')) && mount['readOnly'] !== true
      ? [forbidden(`${unindexed}.recursiveReadOnly`, 'may only be specified when readOnly is true')]
      : []),
  ];
}

function validatePropagation(mount: JsonObject, container: JsonObject, path: string): FieldError[] {
  const propagation = mount['mountPropagation'];
  const isPrivileged = objectIn(container, 'securityContext')['privileged'] === true;
  const detail = 'Bidirectional mount propagation is available only to privileged containers';
  return [
    ...oneOf(propagation, propagations, path),
    ...(propagation === 'Bidirectional' && !isPrivileged ? [forbidden(path, detail)] : []),
  ];
}

function mountedTwice(mounts: readonly JsonObject[], path: string): FieldError[] {
  const seen = mounts.map(({ mountPath }) => mountPath);
  return mounts.flatMap(({ mountPath }, i) =>
    seen.indexOf(mountPath) < i
      ? [invalid(`${path}.volumeMounts[${i}].mountPath`, mountPath, 'must be unique')]
      : [],
  );
}

function validateDevice(device: JsonObject, path: string, { volumes }: PodParts): FieldError[] {
  const name = textIn(device, 'name');
  const volume = volumes.get(name);
  const isBlock = isObject(volume?.['persistentVolumeClaim']) || isObject(volume?.['ephemeral']);
  const rule = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
  return [
    ...(name === '' ? [required(`${path}.name`)] : []),
    ...(volume !== undefined && !isBlock ? [invalid(`${path}.name`, name, rule)] : []),
    ...(volume === undefined
      ? [{ type: 'NotFound' as const, field: `${path}.name`, value: name, detail: '' }]
      : []),
    ...(textIn(device, 'devicePath') === '' ? [required(`${path}.devicePath`)] : []),
  ];
}
