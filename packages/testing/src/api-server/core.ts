import type { AuditLog } from './audit/audit-log.ts';
import type { Tokens } from './authentication/tokens.ts';
import type { Connections } from './connections/connections.ts';
import type { Registry } from './resources/registry.ts';
import type { Store } from './storage/store.ts';

/** What all parts of the server share: storage, registry, authorization, clock and random numbers. */
export interface Core {
  readonly store: Store;
  readonly registry: Registry;
  readonly tokens: Tokens;
  /** Records all requests, if the cluster has an audit log. */
  readonly audit?: AuditLog;
  /** What a test declares that containers answer. */
  readonly connections: Connections;
  readonly now: () => Date;
  /** Returns numbers in [0, 1), like Math.random. */
  readonly random: () => number;
}

/** A timestamp as objects contain it, without fractions of a second. */
export function timestamp(core: Pick<Core, 'now'>): string {
  return timestampAfter(core, 0);
}

/** The timestamp of the time in so many seconds. */
export function timestampAfter({ now }: Pick<Core, 'now'>, seconds: number): string {
  return `${new Date(now().getTime() + seconds * 1000).toISOString().slice(0, 19)}Z`;
}
