import { duplicates, type FieldError, invalid, oneOf, required } from '../field-errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { dns1123LabelProblem } from '../names/dns-names.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];
const highestPort = 65_535;

/** Rules between the fields of a Pod's spec; the schema has seen to types. */
export function validatePodSpec(spec: JsonObject, path: string): FieldError[] {
  const volumes = objectsIn(spec['volumes']);
  const volumeNames = new Set([
    ...volumes.map(({ name }) => name),
    ...objectsIn(spec['volumeClaimTemplates']).map(({ name }) => name),
  ]);
  const containers = objectsIn(spec['containers']);
  const initial = objectsIn(spec['initContainers']);
  return [
    ...volumes.flatMap(({ name }, i) => validateName(name, `${path}.volumes[${i}].name`)),
    ...duplicates(volumes.map(({ name }, i) => [`${path}.volumes[${i}].name`, name])),
    ...(containers.length === 0 ? [required(`${path}.containers`)] : []),
    ...containers.flatMap((one, i) => validateContainer(one, `${path}.containers[${i}]`, volumeNames)),
    ...initial.flatMap((one, i) => validateContainer(one, `${path}.initContainers[${i}]`, volumeNames)),
    ...duplicates([
      ...containers.map(({ name }, i) => [`${path}.containers[${i}].name`, name] as const),
      ...initial.map(({ name }, i) => [`${path}.initContainers[${i}].name`, name] as const),
    ]),
    ...oneOf(spec['restartPolicy'], ['Always', 'OnFailure', 'Never'], `${path}.restartPolicy`),
    ...oneOf(
      spec['dnsPolicy'],
      ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'],
      `${path}.dnsPolicy`,
    ),
  ];
}

/** A port number, where there is one. */
export function validatePort(port: unknown, path: string): FieldError[] {
  if (typeof port !== 'number' || (port >= 1 && port <= highestPort)) return [];
  return [invalid(path, port, `must be between 1 and ${highestPort}, inclusive`)];
}

/** A protocol, where there is one. */
export function validateProtocol(protocol: unknown, path: string): FieldError[] {
  return oneOf(protocol, protocols, path);
}

/** A name that is a DNS label. */
export function validateName(name: unknown, path: string): FieldError[] {
  if (typeof name !== 'string' || name === '') return [required(path)];
  const problem = dns1123LabelProblem(name);
  return problem === undefined ? [] : [invalid(path, name, problem)];
}

function validateContainer(container: JsonObject, path: string, volumes: ReadonlySet<unknown>): FieldError[] {
  const { name, image, imagePullPolicy } = container;
  const ports = objectsIn(container['ports']);
  const mounts = objectsIn(container['volumeMounts']);
  return [
    ...validateName(name, `${path}.name`),
    ...(image ? [] : [required(`${path}.image`)]),
    ...ports.flatMap(({ containerPort, protocol }, i) => [
      ...(containerPort === 0 ? [required(`${path}.ports[${i}].containerPort`)] : []),
      ...(containerPort === 0 ? [] : validatePort(containerPort, `${path}.ports[${i}].containerPort`)),
      ...validateProtocol(protocol, `${path}.ports[${i}].protocol`),
    ]),
    ...duplicates(
      ports.flatMap((port, i) => (port['name'] ? [[`${path}.ports[${i}].name`, port['name']] as const] : [])),
    ),
    ...objectsIn(container['env']).flatMap((variable, i) =>
      variable['name'] ? [] : [required(`${path}.env[${i}].name`)],
    ),
    ...mounts.flatMap((mount, i) => validateMount(mount, `${path}.volumeMounts[${i}]`, volumes)),
    ...mountedTwice(mounts, path),
    ...oneOf(imagePullPolicy, ['Always', 'IfNotPresent', 'Never'], `${path}.imagePullPolicy`),
  ];
}

function validateMount(
  { name, mountPath }: JsonObject,
  path: string,
  volumes: ReadonlySet<unknown>,
): FieldError[] {
  return [
    ...(name ? [] : [required(`${path}.name`)]),
    ...(name && !volumes.has(name)
      ? [{ type: 'NotFound' as const, field: `${path}.name`, value: name, detail: '' }]
      : []),
    ...(mountPath ? [] : [required(`${path}.mountPath`)]),
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
