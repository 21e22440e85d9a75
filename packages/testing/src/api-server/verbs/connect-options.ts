import type { JsonObject } from '@opgen/rules/json';
import { mutate, validate } from '../admission/chain.ts';
import type { Core } from '../core.ts';
import type { Call } from '../serving/call.ts';
import { isTrue } from '../serving/query.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { admissionOf } from './admission.ts';

/** The options of a connection, as admission sees and may change them. */
export interface ConnectOptions {
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly tty?: boolean;
  readonly container?: string;
  readonly command?: readonly string[] | null;
  readonly ports?: readonly number[];
  readonly path?: string;
}

/** Admits a connection: its object are the options in the query. The object that it connects to need not exist. */
export async function admittedOptions(core: Core, call: Call): Promise<ConnectOptions> {
  const { subresource = '', resource } = call;
  const [kindOf, read] = forms[subresource] as Form;
  const kind = { group: '', version: 'v1', kind: kindOf(resource.kind) };
  const sent = { kind: kind.kind, apiVersion: 'v1', ...read(call) } as unknown as StoredObject;
  const admission = { operation: 'CONNECT', kind, options: null } as const;
  const mutated = await mutate(core, admissionOf(call, { ...admission, object: sent }), call.warn);
  const object = mutated ?? sent;
  await validate(core, admissionOf(call, { ...admission, object }), call.warn);
  return object as unknown as ConnectOptions;
}

type Form = readonly [kindOf: (kind: string) => string, read: (call: Call) => JsonObject];

const forms: Readonly<Record<string, Form>> = {
  attach: [() => 'PodAttachOptions', streams],
  exec: [
    () => 'PodExecOptions',
    (call) => ({ ...streams(call), command: nonEmpty(call.request.query.getAll('command')) ?? null }),
  ],
  portforward: [
    () => 'PodPortForwardOptions',
    ({ request: { query } }) => {
      const ports = query.getAll('ports').flatMap((text) => text.split(','));
      return ports.length === 0 ? {} : { ports: ports.map(Number) };
    },
  ],
  proxy: [
    (kind) => `${kind}ProxyOptions`,
    ({ path }) => (path.subpath === undefined ? {} : { path: path.subpath }),
  ],
};

function streams({ request: { query } }: Call): JsonObject {
  const names = ['stdin', 'stdout', 'stderr', 'tty'].filter((name) => isTrue(query.get(name)));
  const container = query.get('container') ?? '';
  return {
    ...Object.fromEntries(names.map((name) => [name, true])),
    ...(container !== '' && { container }),
  };
}

function nonEmpty(list: string[]): string[] | undefined {
  return list.length === 0 ? undefined : list;
}
