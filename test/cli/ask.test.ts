import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ask } from '../../src/cli/ask-on-terminal.ts';

function conversation() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { input, output, interrupted: new AbortController() };
}

test('an answer is trimmed, and its question is asked', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('Kind:', { input, output, interrupted });
  input.write(' Tree \n');
  expect(await answer).toBe('Tree');
  expect(String(output.read())).toBe('Kind: ');
  expect(interrupted.signal.aborted).toBe(false);
});

test('an empty answer is an answer', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('API group:', { input, output, interrupted });
  input.write('\n');
  expect(await answer).toBe('');
});

test('the end of the input interrupts, and what follows has a line of its own', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('Kind:', { input, output, interrupted });
  const rejected = expect(answer).rejects.toThrow('aborted');
  input.end();
  await rejected;
  expect(interrupted.signal.aborted).toBe(true);
  expect(String(output.read())).toMatch(/^Kind: \r?\n$/);
});

test('nobody listens any more once the user has had enough', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('Kind:', { input, output, interrupted });
  const rejected = expect(answer).rejects.toThrow('aborted');
  interrupted.abort();
  await rejected;
  expect(input.isPaused()).toBe(true);
});
