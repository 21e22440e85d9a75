import { type FieldError, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';
import { qualifiedNameProblems } from '../names/qualified-names.ts';
import { invalids, quantityOf, textIn } from './fields.ts';

const readable = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.phase',
  'status.podIP',
  'status.podIPs',
]);

/** A reference to a field of the Pod itself, which must be among the supported ones. */
export function validateFieldReference(
  reference: JsonObject,
  path: string,
  supported: readonly string[],
): FieldError[] {
  const field = textIn(reference, 'fieldPath');
  const at = `${path}.fieldPath`;
  if (textIn(reference, 'apiVersion') === '') return [required(`${path}.apiVersion`)];
  if (field === '') return [required(at)];
  const subscript = /^(?<map>metadata\.(?:labels|annotations))\['(?<key>.*)'\]$/.exec(field)?.groups;
  if (subscript !== undefined) {
    const key = subscript['key'] ?? '';
    const isLabel = subscript['map'] === 'metadata.labels';
    return invalids(path, key, qualifiedNameProblems(isLabel ? key : key.toLowerCase()));
  }
  if (!readable.has(field)) {
    const problem = `error converting fieldPath: field label not supported: ${field}`;
    return [invalid(at, field, problem)];
  }
  return supported.includes(field) ? [] : [notSupported(at, field, supported)];
}

const resources = ['cpu', 'ephemeral-storage', 'memory'];
const selectable = ['limits', 'requests'].flatMap((kind) => resources.map((name) => `${kind}.${name}`));
const cpuDivisors = ['1m', '1'];
const byteDivisors = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** A reference to what a container requests or is limited to; in a volume, it names the container. */
export function validateResourceReference(
  reference: JsonObject,
  path: string,
  namesContainer = false,
): FieldError[] {
  const resource = textIn(reference, 'resource');
  if (namesContainer && textIn(reference, 'containerName') === '') return [required(`${path}.containerName`)];
  if (resource === '') return [required(`${path}.resource`)];
  if (/^(?:limits|requests)\.hugepages-/.test(resource)) return [];
  return [
    ...oneOf(resource, selectable, `${path}.resource`),
    ...validateDivisor(reference['divisor'], resource, `${path}.divisor`),
  ];
}

function validateDivisor(value: unknown, resource: string, path: string): FieldError[] {
  const divisor = quantityOf(value);
  if (divisor === undefined || divisor.compare(0) === 0) return [];
  const name = resource.replace(/^(?:limits|requests)\./, '');
  if (!resources.includes(name)) return [];
  const allowed = name === 'cpu' ? cpuDivisors : byteDivisors;
  if (allowed.includes(String(divisor))) return [];
  const shown = name === 'cpu' ? cpuDivisors.join(' and ') : byteDivisors.join(', ');
  return [invalid(path, resource, `only divisor's values ${shown} are supported with the ${name} resource`)];
}
