import { createHash } from 'node:crypto';
import { withTimeout } from '../abort.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import { TokenReview } from '../kinds/authentication/v1.ts';
import { SubjectAccessReview } from '../kinds/authorization/v1.ts';

/** The decision about a request: allowed, unauthenticated or forbidden. */
export type Decision = 'allowed' | 'unauthenticated' | 'forbidden';

interface CachedDecision {
  readonly decision: Promise<Decision>;
  until: number;
}

/**
 * Time to live of cached decisions in milliseconds. Denials expire sooner, so that new permissions take effect
 * quickly.
 */
const ttl: Readonly<Record<Decision, number>> = {
  allowed: 60_000,
  forbidden: 30_000,
  unauthenticated: 10_000,
};
const cacheSize = 1_000;
const reviewTimeout = 10_000;

/** Authenticates a token (TokenReview) and authorizes it for a path (SubjectAccessReview). */
export class Authorizer {
  readonly #client: Pick<Client, 'create'>;
  readonly #clock: Clock;
  readonly #known = new Map<string, CachedDecision>();

  constructor(client: Pick<Client, 'create'>, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Rejects if the API server does not answer the reviews. */
  async authorize(token: string | undefined, path: string): Promise<Decision> {
    if (token === undefined || token === '') return 'unauthenticated';
    // Keys are hashes, so that a memory dump contains no tokens.
    const key = createHash('sha256').update(`${path}\n${token}`).digest('base64');
    const now = this.#clock.monotonic();
    const known = this.#known.get(key);
    if (known !== undefined && now < known.until) return known.decision;
    const pending: CachedDecision = { decision: this.#review(token, path), until: now + reviewTimeout };
    this.#store(key, pending);
    try {
      const decision = await pending.decision;
      pending.until = now + ttl[decision];
      return decision;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }

  #review(token: string, path: string): Promise<Decision> {
    const limits = {
      timeout: reviewTimeout,
      reason: () => new Error('authorizing the metrics request timed out'),
    };
    return withTimeout(this.#clock, limits, async (signal) => {
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

  #store(key: string, pending: CachedDecision): void {
    this.#known.delete(key);
    this.#known.set(key, pending);
    const [oldest] = this.#known.keys();
    if (this.#known.size > cacheSize && oldest !== undefined) this.#known.delete(oldest);
  }
}
