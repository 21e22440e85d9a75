import { type FieldError, forbidden, invalid, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { notNegativeFields, textIn, textsIn } from './fields.ts';
import { validatePort, validatePortOrName } from './ports.ts';

/** The probes of a container. */
export const probeNames = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

const counts = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];

/** How the kubelet finds out whether a container runs. */
export function validateProbe(name: (typeof probeNames)[number], probe: unknown, path: string): FieldError[] {
  if (!isObject(probe)) return [];
  const { successThreshold, terminationGracePeriodSeconds: grace } = probe;
  const at = `${path}.terminationGracePeriodSeconds`;
  return [
    ...validateHandler(probe, path, ['exec', 'httpGet', 'tcpSocket', 'grpc']),
    ...notNegativeFields(probe, path, counts),
    ...(name !== 'readinessProbe' && successThreshold !== 1 && successThreshold !== undefined
      ? [invalid(`${path}.successThreshold`, successThreshold, 'must be 1')]
      : []),
    ...(typeof grace === 'number'
      ? name === 'readinessProbe'
        ? [invalid(at, grace, 'must not be set for readinessProbes')]
        : grace > 0
          ? []
          : [invalid(at, grace, 'must be greater than 0')]
      : []),
  ];
}

/** What happens after the start and before the stop of a container. */
export function validateLifecycle(lifecycle: unknown, path: string, grace: number): FieldError[] {
  if (!isObject(lifecycle)) return [];
  return ['postStart', 'preStop'].flatMap((name) => {
    const handler = lifecycle[name];
    if (!isObject(handler)) return [];
    return [
      ...validateHandler(handler, `${path}.${name}`, ['exec', 'httpGet', 'tcpSocket', 'sleep']),
      ...validateSleep(handler['sleep'], `${path}.${name}.sleep`, grace),
    ];
  });
}

function validateSleep(sleep: unknown, path: string, grace: number): FieldError[] {
  if (!isObject(sleep)) return [];
  const seconds = Number(sleep['seconds'] ?? 0);
  if (seconds >= 0 && seconds <= grace) return [];
  const rule = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
  return [invalid(path, seconds, rule)];
}

type Kind = 'exec' | 'httpGet' | 'tcpSocket' | 'grpc' | 'sleep';

/** A handler has exactly one kind. */
function validateHandler(handler: JsonObject, path: string, kinds: readonly Kind[]): FieldError[] {
  const [kind, ...others] = kinds.filter((each) => isObject(handler[each]));
  if (kind === undefined) return [required(path, 'must specify a handler type')];
  return [
    ...rules[kind](handler[kind] as JsonObject, `${path}.${kind}`),
    ...others.map((other) => forbidden(`${path}.${other}`, 'may not specify more than 1 handler type')),
  ];
}

const rules: Readonly<Record<Kind, (action: JsonObject, path: string) => FieldError[]>> = {
  exec: (action, path) => (textsIn(action['command']).length === 0 ? [required(`${path}.command`)] : []),
  httpGet: (action, path) => [
    ...(textIn(action, 'path') === '' ? [required(`${path}.path`)] : []),
    ...validatePortOrName(action['port'] ?? 0, `${path}.port`),
    ...oneOf(action['scheme'], ['HTTP', 'HTTPS'], `${path}.scheme`),
    ...objectsIn(action['httpHeaders']).flatMap((header) =>
      validateHeader(textIn(header, 'name'), `${path}.httpHeaders`),
    ),
  ],
  tcpSocket: (action, path) => validatePortOrName(action['port'] ?? 0, `${path}.port`),
  grpc: (action, path) => validatePort(action['port'] ?? 0, `${path}.port`),
  sleep: () => [],
};

const headerRule =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for " +
  "validation is '[-A-Za-z0-9]+')";

function validateHeader(name: string, path: string): FieldError[] {
  return /^[-A-Za-z0-9]+$/.test(name) ? [] : [invalid(path, name, headerRule)];
}
