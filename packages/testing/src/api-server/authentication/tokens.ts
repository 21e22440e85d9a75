import type { User } from '../serving/request.ts';

/** For whom a token is meant that names nobody: this API server. */
export const ownAudience = 'https://kubernetes.default.svc';

/** What a token stands for. */
export interface TokenOwner {
  readonly user: User;
  readonly audiences: readonly string[];
  /** False from when it has expired, or when that is gone for which it was issued. */
  holds(): boolean;
}

/** What comes of looking at a token: who has it and for whom of those asked it is meant, or what is wrong with it. */
export type TokenFinding =
  { readonly user: User; readonly audiences: readonly string[] } | { readonly problem: string };

/** All tokens that this server has given away. */
export class Tokens {
  readonly #owners = new Map<string, TokenOwner>();

  give(token: string, owner: TokenOwner): void {
    this.#owners.set(token, owner);
  }

  take(token: string): void {
    this.#owners.delete(token);
  }

  /** Whoever may ask this server with the token. */
  get(token: string): User | undefined {
    const finding = this.look(token, [ownAudience]);
    return 'user' in finding ? finding.user : undefined;
  }

  look(token: string, wanted: readonly string[]): TokenFinding {
    const owner = this.#owners.get(token);
    if (owner === undefined || !owner.holds()) return { problem: invalid };
    const audiences = wanted.filter((audience) => owner.audiences.includes(audience));
    if (audiences.length > 0) return { user: owner.user, audiences };
    const mismatch = `token audiences ${listed(owner.audiences)} is invalid for the target audiences ${listed(wanted)}`;
    return { problem: `[${invalid}, ${mismatch}]` };
  }
}

const invalid = 'invalid bearer token';

/** As Go prints a list of texts. */
function listed(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}
