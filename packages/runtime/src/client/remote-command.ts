import { Pod } from '../kinds/core/v1.ts';
import type { Status } from '../objects/status.ts';
import { ConnectionError } from '../transport/connection-error.ts';
import type { WebSocketConnection } from '../transport/web-socket.ts';
import type { AttachOptions, ExecOptions } from './client.ts';
import { CommandError, type CommandOutput } from './command-error.ts';
import { errorFrom } from './error-from.ts';
import type { PodAddress } from './pod-requests.ts';
import type { Requests } from './requests.ts';
import { resourcePath, withQuery } from './resource-path.ts';

/** The version of the protocol since Kubernetes 1.30, the first one that can close stdin. */
const protocol = 'v5.channel.k8s.io';

/** The first byte of each message. */
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** The API server splits longer messages for the kubelet. */
const largestMessage = 32 * 1024;

/** Runs a command in a container, or attaches to its main process if there is no command. */
export async function runInContainer(
  requests: Requests,
  pod: PodAddress,
  options: AttachOptions & Partial<Pick<ExecOptions, 'command'>>,
): Promise<CommandOutput> {
  const { command, container, stdin, tty = false } = options;
  const subresource = command === undefined ? 'attach' : 'exec';
  const path = withQuery(resourcePath(Pod, { ...pod, subresource }), {
    command,
    container,
    stdin: stdin !== undefined,
    stdout: true,
    stderr: !tty,
    tty,
  });
  return requests.within(options, async (signal) => {
    const connection = await requests.openWebSocket({ path, protocols: [protocol], signal });
    const output = new Output(options);
    try {
      const status = await Promise.race([
        conclusion(connection, output),
        rejectionOf(sendInput(connection, options)),
      ]);
      if (status !== undefined) return resultOf(status, { path, command, pod, output });
    } finally {
      // Does nothing if the server has closed the connection.
      connection.destroy();
    }
    signal?.throwIfAborted();
    const problem = new Error(`the connection to Pod ${pod.name} ended before its command`);
    throw new ConnectionError(requests.server, problem);
  });
}

/** Reads what the command prints until it ends. Undefined if the connection breaks first. */
async function conclusion(connection: WebSocketConnection, output: Output): Promise<Status | undefined> {
  let status: Status | undefined;
  for await (const message of connection.messages()) {
    const data = message.subarray(1);
    if (message[0] === channels.stdout) await output.stdout.take(data);
    if (message[0] === channels.stderr) await output.stderr.take(data);
    if (message[0] === channels.status && data.length > 0) status = JSON.parse(data.toString()) as Status;
  }
  return status;
}

/** Sends stdin and the sizes of the terminal. */
async function sendInput(
  connection: WebSocketConnection,
  { stdin, terminalSizes }: AttachOptions,
): Promise<void> {
  const sendSizes = async (): Promise<void> => {
    for await (const { columns, rows } of terminalSizes ?? []) {
      const size = JSON.stringify({ Width: columns, Height: rows });
      await connection.send(Buffer.concat([Buffer.of(channels.resize), Buffer.from(size)]));
    }
  };
  const sendStdin = async (): Promise<void> => {
    if (stdin === undefined) return;
    const isWhole = typeof stdin === 'string' || stdin instanceof Uint8Array;
    for await (const part of isWhole ? [stdin] : stdin) {
      const bytes = Buffer.from(part);
      for (let at = 0; at < bytes.length; at += largestMessage) {
        // The input may be endless.
        if (!connection.isOpen) return;
        const piece = bytes.subarray(at, at + largestMessage);
        await connection.send(Buffer.concat([Buffer.of(channels.stdin), piece]));
      }
    }
    await connection.send(Buffer.of(channels.close, channels.stdin));
  };
  await Promise.all([sendSizes(), sendStdin()]);
}

/** Never resolves: the command decides when it ends. */
function rejectionOf(promise: Promise<void>): Promise<never> {
  return new Promise((_, reject) => {
    promise.catch(reject);
  });
}

interface Ended {
  path: string;
  command: readonly string[] | undefined;
  pod: PodAddress;
  output: Output;
}

function resultOf(status: Status, { path, command, pod, output }: Ended): CommandOutput {
  const printed = { stdout: output.stdout.text, stderr: output.stderr.text };
  if (status.status === 'Success') return printed;
  const causes = status.details?.causes ?? [];
  const exitCode = Number(causes.find(({ reason }) => reason === 'ExitCode')?.message);
  if (status.reason !== 'NonZeroExitCode' || !Number.isInteger(exitCode)) {
    throw errorFrom(status.code ?? 500, { ...status, kind: 'Status' }, { method: 'GET', path });
  }
  const what = command === undefined ? 'the main process' : `\`${command.join(' ')}\``;
  throw new CommandError(`${what} in Pod ${pod.namespace}/${pod.name}`, exitCode, printed);
}

/** What a command prints: collected, or passed on. */
class Output {
  readonly stdout: Collected;
  readonly stderr: Collected;

  constructor({ onStdout, onStderr }: AttachOptions) {
    this.stdout = new Collected(onStdout);
    this.stderr = new Collected(onStderr);
  }
}

class Collected {
  readonly #listener: AttachOptions['onStdout'];
  readonly #decoder = new TextDecoder();
  text = '';

  constructor(listener: AttachOptions['onStdout']) {
    this.#listener = listener;
  }

  async take(data: Uint8Array): Promise<void> {
    if (this.#listener === undefined) this.text += this.#decoder.decode(data, { stream: true });
    else await this.#listener(data);
  }
}
