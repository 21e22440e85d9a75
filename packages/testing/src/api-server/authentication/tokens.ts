import type { User } from '../serving/request.ts';

/** The default audience of a token: this API server. */
export const ownAudience = 'https://kubernetes.default.svc';

/** The identity and the validity of a token. */
export interface TokenOwner {
  readonly user: User;
  readonly audiences: readonly string[];
  /** False once the token has expired or the object that it is bound to is deleted. */
  holds(): boolean;
}

/** The result of a token review: the user and the accepted audiences, or an error. */
export type TokenFinding =
  { readonly user: User; readonly audiences: readonly string[] } | { readonly problem: string };

/** All tokens that this server has issued. */
export class Tokens {
  readonly #owners = new Map<string, TokenOwner>();

  give(token: string, owner: TokenOwner): void {
    this.#owners.set(token, owner);
  }

  take(token: string): void {
    this.#owners.delete(token);
  }

  /** The user of a token for this server. */
  get(token: string): User | undefined {
    const finding = this.review(token, [ownAudience]);
    return 'user' in finding ? finding.user : undefined;
  }

  review(token: string, wanted: readonly string[]): TokenFinding {
    const owner = this.#owners.get(token);
    if (owner === undefined || !owner.holds()) return { problem: invalid };
    const audiences = wanted.filter((audience) => owner.audiences.includes(audience));
    if (audiences.length > 0) return { user: owner.user, audiences };
    const mismatch = `token audiences ${listed(owner.audiences)} is invalid for the target audiences ${listed(wanted)}`;
    return { problem: `[${invalid}, ${mismatch}]` };
  }
}

const invalid = 'invalid bearer token';

/** Formats a list of strings like Go. */
function listed(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}
