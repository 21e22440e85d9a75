import type { WatchEvent } from './target.ts';

const patience = 90_000;

/** Splits chunks of text into events, one per line. */
export class EventStream {
  readonly #events: AsyncIterator<WatchEvent>;

  constructor(chunks: AsyncIterable<Uint8Array | string>) {
    this.#events = eventsOf(chunks);
  }

  async next(): Promise<WatchEvent | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no event within ${patience / 1000} s`)), patience);
    });
    try {
      const { value } = await Promise.race([this.#events.next(), tooLate]);
      return value as WatchEvent | undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function* eventsOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<WatchEvent> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of chunks) {
    pending += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as WatchEvent;
  }
}
