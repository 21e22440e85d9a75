// SPDX-License-Identifier: Apache-2.0

/** A running etcd: a real process, or one that plays its part. */
export interface EtcdProcess {
  /** Whether it still runs. etcd ends by itself when its member is removed, or its flags are wrong. */
  readonly isRunning: boolean;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
}

/** Starts etcd with the arguments of a container, whose data folder stands for a volume. */
export interface EtcdRunner {
  start(args: readonly string[], volume: string): Promise<EtcdProcess>;
  /** Reaches the members by their DNS names. */
  readonly fetch: typeof fetch;
  /** Removes the data of a volume. */
  erase(volume: string): Promise<void>;
  stop(): Promise<void>;
}

/** The value of a flag. */
export function flag(args: readonly string[], name: string): string {
  const prefix = `--${name}=`;
  return args.find((each) => each.startsWith(prefix))?.slice(prefix.length) ?? '';
}
