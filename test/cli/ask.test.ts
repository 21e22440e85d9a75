import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ask } from '../../src/cli/ask.ts';

function conversation() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { input, output, signal: new AbortController().signal };
}

test('an answer is trimmed, and its question is asked', async () => {
  const { input, output, signal } = conversation();
  const answer = ask('Kind:', { input, output, signal });
  input.write(' Tree \n');
  expect(await answer).toBe('Tree');
  expect(String(output.read())).toBe('Kind: ');
});

test('the end of the input is an empty answer', async () => {
  const { input, output, signal } = conversation();
  const answer = ask('Kind:', { input, output, signal });
  input.end();
  expect(await answer).toBe('');
});

test('nobody listens any more once the user has had enough', async () => {
  const { input, output } = conversation();
  const interrupt = new AbortController();
  const answer = ask('Kind:', { input, output, signal: interrupt.signal });
  const rejected = expect(answer).rejects.toThrow('aborted');
  interrupt.abort();
  await rejected;
  expect(input.isPaused()).toBe(true);
});
