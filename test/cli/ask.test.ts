import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ask } from '../../src/cli/ask-on-terminal.ts';

function conversation() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { input, output, interrupted: new AbortController() };
}

test('asks the question and trims the answer', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('Kind:', { input, output, interrupted });
  input.write(' Tree \n');
  expect(await answer).toBe('Tree');
  expect(String(output.read())).toBe('Kind: ');
  expect(interrupted.signal.aborted).toBe(false);
});

test('accepts an empty answer', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('API group:', { input, output, interrupted });
  input.write('\n');
  expect(await answer).toBe('');
});

test('interrupts at the end of the input and starts a new line', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('Kind:', { input, output, interrupted });
  const rejected = expect(answer).rejects.toThrow('aborted');
  input.end();
  await rejected;
  expect(interrupted.signal.aborted).toBe(true);
  expect(String(output.read())).toMatch(/^Kind: \r?\n$/);
});

test('stops reading the input after an interrupt', async () => {
  const { input, output, interrupted } = conversation();
  const answer = ask('Kind:', { input, output, interrupted });
  const rejected = expect(answer).rejects.toThrow('aborted');
  interrupted.abort();
  await rejected;
  expect(input.isPaused()).toBe(true);
});
