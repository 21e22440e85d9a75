import type { ActionError, Actions, StreamMessage } from '../model/messages.ts';

/** Milliseconds until a lost connection is tried again. */
const retryDelay = 1_000;

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused';

/** The token that the server put into the fragment of the URL. */
export function tokenIn(fragment: string): string {
  return fragment.replace(/^#/, '').split('&', 1)[0] ?? '';
}

/** Sends requests to the server of the page. */
export class Connection {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** Receives messages until the page is closed, and connects again after each interruption. */
  async listen(
    onMessage: (message: StreamMessage) => void,
    onState: (state: ConnectionState) => void,
  ): Promise<void> {
    for (;;) {
      const response = await this.#fetch('stream').catch(() => undefined);
      if (response?.status === 401 || response?.status === 403) return onState('refused');
      if (response?.ok === true && response.body !== null) {
        onState('live');
        await receive(response.body, onMessage).catch(() => {});
      }
      onState('lost');
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
    }
  }

  /** Throws an error with the message of the server. */
  async act<Name extends keyof Actions>(
    name: Name,
    body: Actions[Name]['body'],
  ): Promise<Actions[Name]['result']> {
    const response = await this.#fetch(`actions/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = (await response.json()) as Actions[Name]['result'] | ActionError;
    if (response.ok) return answer as Actions[Name]['result'];
    throw new Error((answer as ActionError).error);
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(path, { ...init, headers: { authorization: `Bearer ${this.#token}` } });
  }
}

async function receive(
  body: ReadableStream<Uint8Array>,
  onMessage: (message: StreamMessage) => void,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) onMessage(JSON.parse(message.replace(/^data: /, '')) as StreamMessage);
  }
}
