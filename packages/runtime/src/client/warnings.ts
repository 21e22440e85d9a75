/** More than any server has to say; it bounds what a hostile one can make us remember. */
const most = 1_000;

/** Passes each distinct warning of the API server on, once. */
export class Warnings {
  readonly #seen = new Set<string>();
  readonly #tell: (message: string) => void;

  constructor(tell: (message: string) => void) {
    this.#tell = tell;
  }

  /** Takes the value of a `Warning` header (RFC 7234), which may hold several. */
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
