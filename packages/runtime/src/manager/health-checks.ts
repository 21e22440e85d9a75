import { messageOf } from '../failures.ts';

/** Throws an error with a readable message if the check fails. */
export type HealthCheck = () => void | Promise<void>;

export interface HealthReport {
  readonly ok: boolean;
  readonly text: string;
}

export interface ReportOptions {
  /** List all checks, not only failed ones. */
  verbose?: boolean;
  /** Names of checks to leave out. */
  exclude?: readonly string[];
}

/** The named checks of one endpoint, reported in the format of Kubernetes components. */
export class HealthChecks {
  readonly #endpoint: string;
  readonly #checks = new Map<string, HealthCheck>();

  /** `endpoint`: the name in the last line of a report, for example `readyz`. */
  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new Error(`${this.#endpoint} already has a check named ${name}`);
    this.#checks.set(name, check);
  }

  remove(name: string): void {
    this.#checks.delete(name);
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

  /** The report of one check; undefined if there is no such check. */
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
      return messageOf(error);
    }
  }
}
