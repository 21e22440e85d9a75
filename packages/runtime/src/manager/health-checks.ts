/** Throws, with a message for people, when something is not as it should be. */
export type HealthCheck = () => void | Promise<void>;

export interface HealthReport {
  readonly ok: boolean;
  readonly text: string;
}

export interface ReportOptions {
  /** List every check, not only what failed. */
  verbose?: boolean;
  /** Names of checks to leave out. */
  exclude?: readonly string[];
}

/** The named checks behind one endpoint, reported in the words that Kubernetes components use. */
export class HealthChecks {
  readonly #endpoint: string;
  readonly #checks = new Map<string, HealthCheck>();

  /** `endpoint`: what the last line of a report names, `readyz` for instance. */
  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new Error(`${this.#endpoint} has a check ${name} already`);
    this.#checks.set(name, check);
  }

  async report({ verbose = false, exclude = [] }: ReportOptions = {}): Promise<HealthReport> {
    const names = [...this.#checks.keys()].filter((name) => !exclude.includes(name));
    const failures = await Promise.all(names.map((name) => this.#failure(name)));
    const ok = failures.every((failure) => failure === undefined);
    if (ok && !verbose) return { ok, text: 'ok' };
    const lines = names.map((name, index) => {
      const failure = failures[index];
      return failure === undefined ? `[+]${name} ok` : `[-]${name} failed: ${failure}`;
    });
    for (const name of exclude) {
      const line = this.#checks.has(name) ? `[+]${name} excluded: ok` : `warn: no check ${name} to exclude`;
      lines.push(line);
    }
    return { ok, text: [...lines, `${this.#endpoint} check ${ok ? 'passed' : 'failed'}`, ''].join('\n') };
  }

  /** The report of one check; undefined when there is none of that name. */
  async reportOne(name: string): Promise<HealthReport | undefined> {
    if (!this.#checks.has(name)) return undefined;
    const failure = await this.#failure(name);
    return failure === undefined ? { ok: true, text: 'ok' } : { ok: false, text: failure };
  }

  async #failure(name: string): Promise<string | undefined> {
    try {
      await this.#checks.get(name)?.();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
