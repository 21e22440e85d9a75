/** A container in which a client runs a command, or to which it attaches. */
export interface ExecRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The command and its arguments; empty for an attach. */
  readonly command: readonly string[];
  /** What the client sends; nothing if it has no input. */
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly tty: boolean;
}

/** What a command prints, and how it ends. */
export interface ExecResult {
  readonly stdout?: string | AsyncIterable<string | Uint8Array> | undefined;
  readonly stderr?: string | undefined;
  /** Default: 0. */
  readonly exitCode?: number | undefined;
}

/** Plays the part of a container; undefined if it leaves the request to handlers that were declared before. */
export type ExecHandler = (request: ExecRequest) => ExecResult | undefined | Promise<ExecResult | undefined>;

/** A port that a client wants to reach. */
export interface PortRequest {
  readonly kind: 'Pod' | 'Service' | 'Node';
  /** Empty for a Node. */
  readonly namespace: string;
  readonly name: string;
  /** A number or the name of a port; empty if the request names none. */
  readonly port: string;
}

/** The URL at which a port listens, such as `http://127.0.0.1:8080`; undefined if it does not listen. */
export type PortHandler = (request: PortRequest) => string | undefined;

/** Declares what containers answer. No container runs in this cluster, so a test plays their part. */
export interface ConnectionControls {
  /** Answers `kubectl exec` and `kubectl attach`. The last handler that returns a result wins. */
  exec(handler: ExecHandler): void;
  /** Says where the ports of Pods, Services and Nodes listen, for `proxy` and port-forward. The last handler wins. */
  port(handler: PortHandler): void;
}

/** What a test has declared. */
export class Connections implements ConnectionControls {
  readonly #exec: ExecHandler[] = [];
  readonly #port: PortHandler[] = [];

  exec(handler: ExecHandler): void {
    this.#exec.unshift(handler);
  }

  port(handler: PortHandler): void {
    this.#port.unshift(handler);
  }

  get answersExec(): boolean {
    return this.#exec.length > 0;
  }

  async run(request: ExecRequest): Promise<ExecResult | undefined> {
    for (const handler of this.#exec) {
      const result = await handler(request);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  urlOf(request: PortRequest): string | undefined {
    for (const handler of this.#port) {
      const url = handler(request);
      if (url !== undefined) return url;
    }
    return undefined;
  }
}
