import { createInterface } from 'node:readline/promises';

export interface Conversation {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  /** Aborted when the user has had enough. */
  interrupted: AbortController;
}

/** Asks a question and gives the answer. Ctrl-C and Ctrl-D interrupt instead of answering. */
export async function ask(question: string, { input, output, interrupted }: Conversation): Promise<string> {
  const terminal = createInterface({ input, output });
  // A terminal in raw mode keeps Ctrl-C to itself; after Ctrl-D nobody can answer any more.
  const interrupt = (): void => interrupted.abort();
  terminal.on('SIGINT', interrupt);
  terminal.on('close', interrupt);
  try {
    return (await terminal.question(`${question} `, { signal: interrupted.signal })).trim();
  } finally {
    terminal.off('close', interrupt);
    // Or the process would go on listening to the terminal.
    terminal.close();
  }
}
