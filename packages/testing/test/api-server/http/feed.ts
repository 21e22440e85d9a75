import type { Handle } from '../../../src/api-server/http/exchange.ts';

/** A watch whose events the test sends. */
export class Feed {
  /** Resolves when the client closes the watch. */
  readonly left: Promise<void>;
  /** The number of chunks that the client has read. */
  given = 0;
  signal: AbortSignal | undefined;
  readonly #pieces: string[] = [];
  readonly #endless: string | undefined;
  #ended = false;
  #wake: () => void = () => {};
  #leave: () => void = () => {};

  constructor(endless?: string) {
    this.#endless = endless;
    this.left = new Promise((resolve) => (this.#leave = resolve));
  }

  static endless(piece: string): Feed {
    return new Feed(piece);
  }

  readonly handle: Handle = async ({ signal }) => {
    this.signal = signal;
    signal?.addEventListener('abort', () => this.end());
    return { status: 200, headers: { 'content-type': 'application/json' }, body: this.#take() };
  };

  push(piece: string): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *#take(): AsyncGenerator<string> {
    try {
      while (!this.#ended) {
        const piece = this.#pieces.shift() ?? this.#endless;
        if (piece === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
        else {
          this.given += 1;
          yield piece;
        }
      }
    } finally {
      this.#leave();
    }
  }
}
