import { createHash } from 'node:crypto';
import { withTimeout } from '../abort.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import { TokenReview } from '../kinds/authentication/v1.ts';
import { SubjectAccessReview } from '../kinds/authorization/v1.ts';

/** What may be answered to somebody: all, or that they have to say who they are, or that they may not. */
export type Verdict = 'allowed' | 'unauthenticated' | 'forbidden';

interface Remembered {
  readonly verdict: Promise<Verdict>;
  until: number;
}

/** How long the API server's word counts, in milliseconds. Nobody waits long for a permission that was given. */
const memory: Readonly<Record<Verdict, number>> = {
  allowed: 60_000,
  forbidden: 30_000,
  unauthenticated: 10_000,
};
const mostRemembered = 1_000;
const patience = 10_000;

/** Asks the API server whose token it is, and whether they may read a path. */
export class Authorizer {
  readonly #client: Pick<Client, 'create'>;
  readonly #clock: Clock;
  readonly #known = new Map<string, Remembered>();

  constructor(client: Pick<Client, 'create'>, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Rejects when the API server cannot be asked. */
  async judge(token: string | undefined, path: string): Promise<Verdict> {
    if (token === undefined || token === '') return 'unauthenticated';
    // Whoever dumps the memory of this process should not find the tokens of others in it.
    const key = createHash('sha256').update(`${path}\n${token}`).digest('base64');
    const now = this.#clock.monotonic();
    const known = this.#known.get(key);
    if (known !== undefined && now < known.until) return known.verdict;
    const asked: Remembered = { verdict: this.#ask(token, path), until: now + patience };
    this.#remember(key, asked);
    try {
      const verdict = await asked.verdict;
      asked.until = now + memory[verdict];
      return verdict;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }

  #ask(token: string, path: string): Promise<Verdict> {
    const reason = (): Error => new Error('the API server takes too long to say who may read the metrics');
    return withTimeout(this.#clock, { timeout: patience, reason }, async (signal) => {
      const options = { signal };
      const review = await this.#client.create(TokenReview, { metadata: {}, spec: { token } }, options);
      const { authenticated, user } = review.status ?? {};
      if (authenticated !== true || user === undefined) return 'unauthenticated';
      const { username, uid, groups, extra } = user;
      const spec = {
        ...(username !== undefined && { user: username }),
        ...(uid !== undefined && { uid }),
        ...(groups !== undefined && { groups }),
        ...(extra !== undefined && { extra }),
        nonResourceAttributes: { path, verb: 'get' },
      };
      const access = await this.#client.create(SubjectAccessReview, { metadata: {}, spec }, options);
      return access.status?.allowed === true ? 'allowed' : 'forbidden';
    });
  }

  #remember(key: string, asked: Remembered): void {
    this.#known.delete(key);
    this.#known.set(key, asked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest);
  }
}
