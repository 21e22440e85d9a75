import { isAtLeast } from '@opgen/rules/builtin';
import { portForwardProtocols, servePortForward } from '../connections/port-forward.ts';
import { remoteCommandProtocols, serveRemoteCommand } from '../connections/remote-command.ts';
import { decision } from '../authorization/authorizer.ts';
import { requestAttributes } from '../authorization/request-attributes.ts';
import type { Core } from '../core.ts';
import { isObject } from '@opgen/rules/json';
import type { Call } from '../serving/call.ts';
import type { ServerRequest, ServerResponse } from '../serving/request.ts';
import { badRequest, forbiddenRequest, notImplemented, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { admittedOptions } from './connect-options.ts';
import { containerOf } from './containers.ts';
import { existing } from './read.ts';

/** Runs a command in a container, or attaches to it, as a test has declared with `cluster.connections.exec`. */
export async function connectToContainer(core: Core, call: Call): Promise<ServerResponse> {
  const { request, subresource } = call;
  const {
    command,
    tty = false,
    stdin = false,
    stdout = false,
    stderr = false,
    ...options
  } = await admittedOptions(core, call);
  requireCreate(core, call);
  const pod = existing(core, call);
  const container = containerOf(pod, options.container ?? '');
  requireNode(pod);
  if (!core.connections.answersExec)
    throw undeclared(`${subresource} is answered by cluster.connections.exec`);
  const protocol = protocolOf(request, remoteCommandProtocols);
  const { name, namespace = '' } = pod.metadata;
  const streams = { tty, stdin, stdout, stderr };
  const run = { namespace, pod: name, container, command: command ?? [], ...streams };
  return switching(protocol, (socket) => serveRemoteCommand(socket, core.connections, run));
}

/** Forwards ports of a Pod to where a test has declared with `cluster.connections.port`. */
export async function forwardPorts(core: Core, call: Call): Promise<ServerResponse> {
  const options = await admittedOptions(core, call);
  requireCreate(core, call);
  const pod = existing(core, call);
  requireNode(pod);
  const { name, namespace = '' } = pod.metadata;
  const ports = (options.ports ?? []).map((port) => ({
    port,
    url: core.connections.urlOf({ kind: 'Pod', namespace, name, port: String(port) }),
  }));
  if (ports.length > 0 && ports.every(({ url }) => url === undefined))
    throw undeclared('the ports of Pods are declared by cluster.connections.port');
  const protocol = protocolOf(call.request, portForwardProtocols);
  return switching(protocol, (socket) => servePortForward(socket, ports));
}

/** Since 1.35, a stream needs permission to create, although WebSockets start with a GET. */
function requireCreate(core: Core, { request, resource, path }: Call): void {
  const { access } = requestAttributes(request);
  if (access.verb === 'create' || !isAtLeast(resource.minor, '1.35')) return;
  const { allowed, reason = '' } = decision(core, { ...access, user: request.user, verb: 'create' });
  if (allowed) return;
  throw new StatusError(forbiddenRequest({ group: '', resource: resource.plural }, path.name ?? '', reason));
}

function requireNode({ metadata, spec }: StoredObject): void {
  if (isObject(spec) && spec['nodeName']) return;
  throw new StatusError(badRequest(`pod ${metadata.name} does not have a host assigned`));
}

/** The first protocol of the client that the server speaks too. */
function protocolOf({ headers, isUpgradable = false }: ServerRequest, known: readonly string[]): string {
  if (headers['upgrade'] === undefined) throw new StatusError(badRequest('Upgrade request required'));
  const wanted = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const protocol = wanted.find((each) => known.includes(each));
  if (isUpgradable && protocol !== undefined) return protocol;
  throw new StatusError(
    notImplemented(`the embedded API server speaks only ${known.join(' and ')} over WebSocket here`),
  );
}

function switching(protocol: string, upgrade: NonNullable<ServerResponse['upgrade']>): ServerResponse {
  return { status: 101, headers: { 'sec-websocket-protocol': protocol }, body: '', upgrade };
}

function undeclared(hint: string): StatusError {
  return new StatusError(notImplemented(`no container runs in the embedded cluster: ${hint}`));
}
