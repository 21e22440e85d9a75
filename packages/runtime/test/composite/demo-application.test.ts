import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a DemoApplication operator takes at most sixty lines, including types', () => {
  const source = readFileSync(new URL('demo-application.ts', import.meta.url), 'utf8');
  const written = source
    .replaceAll(/^import [^;]*;\n/gm, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*\*|\*|$)/.test(line));
  expect(written.length).toBeGreaterThan(20);
  expect(written.length).toBeLessThanOrEqual(60);
});
