import type { WebSocketConnection } from '@opgen/runtime/transport';
import type { Connections, ExecRequest, ExecResult } from './connections.ts';

/** The versions of the protocol that this server speaks. Only v5 can close stdin. */
export const remoteCommandProtocols: readonly string[] = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

/** The first byte of each message. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, close: 255 } as const;

/** The streams that the client wants. */
export interface RemoteCommand extends Omit<ExecRequest, 'stdin'> {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

/** Runs a command as a test has declared, with its streams as channels of a WebSocket. */
export async function serveRemoteCommand(
  socket: WebSocketConnection,
  connections: Connections,
  { stdin, stdout, stderr, ...request }: RemoteCommand,
): Promise<void> {
  const write = (channel: number, data: string | Uint8Array): Promise<void> =>
    socket.send(Buffer.concat([Buffer.of(channel), Buffer.from(data)]));
  let status: object;
  try {
    const result = await connections.run({ ...request, stdin: stdin ? input(socket) : nothing() });
    if (result === undefined) status = internalError(`no handler answers ${request.command.join(' ')}`);
    else {
      if (stdout) for await (const part of partsOf(result.stdout)) await write(channels.stdout, part);
      if (stderr && result.stderr) await write(channels.stderr, result.stderr);
      status = statusOf(result);
    }
  } catch (error) {
    status = internalError(error instanceof Error ? error.message : String(error));
  }
  await write(channels.error, JSON.stringify(status));
  await socket.close();
}

async function* partsOf(output: ExecResult['stdout'] = ''): AsyncGenerator<string | Uint8Array, void> {
  if (typeof output !== 'string') yield* output;
  else if (output !== '') yield output;
}

/** What the client sends to stdin, until it closes stdin or the connection. */
async function* input(socket: WebSocketConnection): AsyncGenerator<Uint8Array, void> {
  for await (const message of socket.messages()) {
    const [channel, closed] = message;
    if (channel === channels.close && closed === channels.stdin) return;
    if (channel === channels.stdin) yield message.subarray(1);
  }
}

async function* nothing(): AsyncGenerator<never, void> {}

function statusOf({ exitCode = 0 }: ExecResult): object {
  if (exitCode === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  };
}

function internalError(problem: string): object {
  const message = `Internal error occurred: ${problem}`;
  return { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 };
}
