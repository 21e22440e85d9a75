import type { Clock } from '../clock.ts';
import type { Client } from './client.ts';
import type { DiscoveredKind } from './discovered-kind.ts';

/** A query for a kind. Omitted fields match anything. */
export interface KindQuery {
  /** Empty for the core group. */
  group?: string | undefined;
  version?: string | undefined;
  /** `Deployment`, `deployments`, `deployment` or `deploy`, case-insensitive. */
  name: string;
}

/**
 * The minimum interval between discovery requests for unknown kinds, whose CRD may have been installed in the
 * meantime.
 */
const minimumInterval = 2_000;

/** Finds kinds by name at run time. Caches discovery, and repeats it for kinds that it does not know. */
export class Mapper {
  readonly #client: Pick<Client, 'discover'>;
  readonly #clock: Clock;
  #known: readonly DiscoveredKind[] = [];
  #discoveredAt: number | undefined;
  #pending: Promise<void> | undefined;

  constructor(client: Pick<Client, 'discover'>, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * The kind, or undefined if the server has none of this name: `find('deploy')`, `find({ group: 'apps', name:
   * 'Deployment' })`, `find('certificates.cert-manager.io')`. If several match, the core group comes first, then the
   * preferred version.
   */
  async find(query: string | KindQuery): Promise<DiscoveredKind | undefined> {
    const wanted = typeof query === 'string' ? parse(query) : query;
    const known = this.#lookUp(wanted);
    if (known !== undefined) return known;
    await this.#refresh();
    return this.#lookUp(wanted);
  }

  /** Discovers all kinds of the server. */
  async kinds(): Promise<readonly DiscoveredKind[]> {
    await this.#discover();
    return this.#known;
  }

  async #refresh(): Promise<void> {
    const isRecent =
      this.#discoveredAt !== undefined && this.#clock.monotonic() - this.#discoveredAt < minimumInterval;
    if (!isRecent) await this.#discover();
  }

  /** Concurrent calls share one discovery request. */
  #discover(): Promise<void> {
    this.#pending ??= this.#load().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #load(): Promise<void> {
    this.#known = await this.#client.discover();
    this.#discoveredAt = this.#clock.monotonic();
  }

  #lookUp({ group, version, name }: KindQuery): DiscoveredKind | undefined {
    const wanted = name.toLowerCase();
    const matches = this.#known.filter(
      (kind) =>
        (group === undefined || kind.group === group) &&
        (version === undefined || kind.version === version) &&
        hasName(kind, wanted),
    );
    return matches.find((kind) => kind.group === '') ?? matches[0];
  }
}

function hasName({ kind, plural, singular, shortNames }: DiscoveredKind, name: string): boolean {
  return kind.toLowerCase() === name || plural === name || singular === name || shortNames.includes(name);
}

/** Like kubectl: a name, or a name and its group after the first dot. */
function parse(text: string): KindQuery {
  const dot = text.indexOf('.');
  return dot === -1 ? { name: text } : { name: text.slice(0, dot), group: text.slice(dot + 1) };
}
