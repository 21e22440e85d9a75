import { expect, test } from 'vitest';
import { createLogger, type LoggerOptions } from '../../src/logging/create-logger.ts';

function logged(options: LoggerOptions, write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  write(createLogger({ level: 'info', ...options, destination: { write: (line) => (text += line) } }));
  return text;
}

test('writes a JSON line with the keys of controller-runtime', () => {
  const text = logged({}, (log) => log.child({ controller: 'memcached' }).info('reconciled', { name: 'a' }));

  expect(JSON.parse(text)).toEqual({
    level: 'info',
    ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    msg: 'reconciled',
    controller: 'memcached',
    name: 'a',
  });
});

test('writes the message of an error, and its stack in a separate field', () => {
  const text = logged({}, (log) => log.error('reconcile failed', { error: new Error('database is away') }));

  expect(JSON.parse(text)).toMatchObject({
    error: 'database is away',
    stacktrace: expect.stringContaining('create-logger.test.ts'),
  });
});

test.each([
  ['debug', 2],
  ['info', 1],
  ['silent', 0],
] as const)('at level %s, writes %i of a debug and an info line', (level, lines) => {
  const text = logged({ level }, (log) => {
    log.child({ a: 1 }).debug('one');
    log.info('two');
  });

  expect(text.split('\n').filter(Boolean)).toHaveLength(lines);
});

test('the pretty format writes time, level, message and fields', () => {
  const text = logged({ format: 'pretty' }, (log) =>
    log.warn('slow', { name: 'a', took: 3, why: 'no idea' }),
  );

  expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}slow {2}name=a {2}took=3 {2}why="no idea"\n$/);
});

test('logs only warnings and errors under test by default', () => {
  const lines: string[] = [];
  const log = createLogger({ format: 'json', destination: { write: (line) => lines.push(line) } });
  log.info('starting manager');
  log.warn('reconcile appears stuck');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'warn' }]);
});

test.each<[string, unknown, string]>([
  ['undefined', undefined, 'undefined'],
  ['a symbol', Symbol('why'), 'Symbol(why)'],
  ['an object', { code: 7 }, '{"code":7}'],
])('logs %s that was thrown', (_, error, text) => {
  expect(JSON.parse(logged({}, (log) => log.error('reconcile failed', { error })))).toMatchObject({
    error: text,
  });
});

test('still writes the line if a field cannot be serialized', () => {
  const hostile = {
    toJSON: () => {
      throw new Error('not for you');
    },
    get name(): string {
      throw new Error('not for you');
    },
  };
  const text = logged({}, (log) => log.info('reconciled', { hostile }));

  expect(JSON.parse(text)).toMatchObject({ msg: 'reconciled' });
});
