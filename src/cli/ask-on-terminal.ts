import { createInterface } from 'node:readline/promises';

export interface Conversation {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  /** Aborted by Ctrl-C and Ctrl-D. */
  interrupted: AbortController;
}

/** Asks a question and returns the answer. Ctrl-C and Ctrl-D interrupt. */
export async function ask(question: string, { input, output, interrupted }: Conversation): Promise<string> {
  const terminal = createInterface({ input, output });
  // In raw mode Ctrl-C sends no signal, and Ctrl-D closes the input.
  const interrupt = (): void => interrupted.abort();
  terminal.on('SIGINT', interrupt);
  terminal.on('close', interrupt);
  try {
    return (await terminal.question(`${question} `, { signal: interrupted.signal })).trim();
  } finally {
    terminal.off('close', interrupt);
    // Otherwise the terminal keeps the process alive.
    terminal.close();
  }
}
