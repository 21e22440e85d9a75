import { createInterface } from 'node:readline/promises';

export interface Conversation {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  /** Aborted when the user has had enough. */
  signal: AbortSignal;
}

/** Asks a question and gives the answer; an empty one at the end of the input. */
export async function ask(question: string, { input, output, signal }: Conversation): Promise<string> {
  const terminal = createInterface({ input, output });
  // A terminal in raw mode keeps Ctrl-C to itself.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return (await Promise.race([terminal.question(`${question} `, { signal }), ended])).trim();
  } finally {
    // Or the process would go on listening to the terminal.
    terminal.close();
  }
}
