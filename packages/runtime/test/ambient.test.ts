import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Ambient } from '../src/ambient.ts';

const [color, size] = [new Ambient<string>(), new Ambient<number>()];
const both = (): unknown[] => [color.value, size.value];

test('is seen by everything that the function calls, and by nothing else', async () => {
  const later = color.run('red', async () => {
    await turn();
    return both();
  });

  expect(both()).toEqual([undefined, undefined]);
  expect(await later).toEqual(['red', undefined]);
});

test('keeps the other values, and hides its own outer one', () => {
  color.run('red', () =>
    size.run(1, () => {
      expect(both()).toEqual(['red', 1]);
      expect(color.run('blue', both)).toEqual(['blue', 1]);
      expect(both()).toEqual(['red', 1]);
    }),
  );
});
