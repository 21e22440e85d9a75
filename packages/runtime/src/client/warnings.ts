/** Limits the memory that a misbehaving server can consume. */
const most = 1_000;

/** Reports each distinct warning of the API server once. */
export class Warnings {
  readonly #seen = new Set<string>();
  readonly #tell: (message: string) => void;

  constructor(tell: (message: string) => void) {
    this.#tell = tell;
  }

  /** Parses a `Warning` header (RFC 7234), which may contain several warnings. */
  notice(header: string | undefined): void {
    if (header === undefined) return;
    for (const [, text] of header.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)) {
      const message = text!.replaceAll(/\\(.)/g, '$1');
      if (this.#seen.has(message) || this.#seen.size >= most) continue;
      this.#seen.add(message);
      this.#tell(message);
    }
  }
}
