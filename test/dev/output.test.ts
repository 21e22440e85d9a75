import { expect, test } from 'vitest';
import { isWorthShowing, logText, readLogLine } from '../../src/dev/log-line.ts';
import { stackText } from '../../src/dev/stack-text.ts';
import { typeErrors } from '../../src/dev/type-check.ts';

const reconcile = {
  controller: 'memcached',
  controllerKind: 'Memcached',
  Memcached: { name: 'a' },
  name: 'a',
  namespace: 'default',
  reconcileID: '1',
};

function shown(level: string, msg: string, fields: object = {}): string | undefined {
  const log = readLogLine(JSON.stringify({ level, ts: '2026-01-01T00:00:00Z', ...fields, msg }));
  return log !== undefined && isWorthShowing(log) ? logText(log) : undefined;
}

test('lines that the operator logs are shown, and those that repeat its runs are not', () => {
  expect(shown('info', 'resized', { ...reconcile, size: 3 })).toBe('info resized size=3 (default/a)');
  expect(shown('warn', 'slow', { reason: 'disk full' })).toBe('warn slow reason="disk full"');
  expect(shown('info', 'starting manager')).toBeUndefined();
  expect(shown('error', 'reconcile failed', reconcile)).toBeUndefined();
  expect(shown('error', 'watch forbidden; retrying with backoff', { reason: 'Forbidden' })).toBeUndefined();
  expect(readLogLine('Debugger listening on ws://127.0.0.1:9229')).toBeUndefined();
  expect(readLogLine('{"half": ')).toBeUndefined();
});

test('of a stack, the frames of the project are shown with relative paths', () => {
  const stack = `Error: no
    at MemcachedReconciler.reconcile (/home/demo/src/controllers/memcached.ts:38:11)
    at file:///home/demo/src/main.ts:4:1
    at run (/home/demo/node_modules/@opgen/runtime/dist/index.js:1:1)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;
  expect(stackText(stack, '/home/demo'))
    .toBe(`    at MemcachedReconciler.reconcile (src/controllers/memcached.ts:38:11)
    at src/main.ts:4:1`);
  expect(stackText('Error: no\n    at node:internal/a:1:1', '/home/demo')).toBe('    at node:internal/a:1:1');
});

test('the output of the type checker is read', () => {
  const output = `src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'Int32'.
  Type 'string' is not assignable to type 'number'.
src/b.ts(1,1): error TS2304: Cannot find name 'x'.
`;
  expect(typeErrors(output)).toMatchObject([
    {
      message:
        "TS2322: Type 'string' is not assignable to type 'Int32'. Type 'string' is not assignable to type 'number'.",
      place: { file: 'src/a.ts', line: 3, column: 7 },
    },
    { message: "TS2304: Cannot find name 'x'.", place: { file: 'src/b.ts', line: 1, column: 1 } },
  ]);
});
