/** Which build of the operator runs when the new code has errors. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ActionContext } from '../../src/actions/action-context.ts';
import { DevLoop } from '../../src/actions/dev/dev-loop.ts';
import { type Diagnostic, UserError } from '../../src/diagnostics.ts';
import type { Bundle, Bundler } from '../../src/dev/bundler.ts';
import { bundleFailed, typeError } from '../../src/dev/diagnostics.ts';
import type { FaultInjection } from '../../src/dev/fault-injection.ts';
import type { TypeChecker } from '../../src/dev/type-check.ts';
import { goldenProject } from '../support/golden.ts';

const source = 'src/main.ts';

let root: string;
let output: string;
let code: string | Diagnostic;
let types: Diagnostic[];
let press: (key: string) => void;
let quit: AbortController;
let running: Promise<void>;

/** Bundles `code` instead of the sources. */
const bundler = {
  async bundle(): Promise<Bundle> {
    const bundled = code;
    if (typeof bundled !== 'string') throw new UserError(bundled);
    return {
      hash: bundled,
      sources: [join(root, source)],
      write: async () =>
        writeFileSync(
          join(root, 'main.mjs'),
          `console.log('runs ' + ${JSON.stringify(bundled)}); setInterval(() => {}, 1000);`,
        ),
    };
  },
} as unknown as Bundler;

const checker = {
  check: async () => types,
  soon: (check: Promise<unknown>) => check,
  cancel() {},
} as unknown as TypeChecker;

const withoutFaults = { state: { active: false }, restarted() {} } as unknown as FaultInjection;

beforeEach(() => {
  root = goldenProject('single-api');
  output = '';
  types = [];
  code = 'build 1';
  quit = new AbortController();
  const context = {
    now: () => new Date(),
    env: {},
    cwd: root,
    paint: (_: string, text: string) => text,
    warn() {},
    print() {},
    progress: { step: (_: string, work: () => unknown) => work(), detail() {} },
    keys(onKey: (key: string) => void) {
      press = onKey;
      return () => {};
    },
    repeatedRuns: {
      async report(run: () => Promise<{ text: string }>) {
        const text = await run().then(
          (result) => result.text,
          (error: Error) => `failed: ${error.message}`,
        );
        output += `${text}\n`;
      },
    },
  } as unknown as ActionContext;
  running = new DevLoop({
    context,
    root,
    project: { hasWebhooks: false, apply: async () => [], applySamples: async () => [] },
    bundler,
    types: checker,
    page: undefined,
    permissions: undefined,
    faults: withoutFaults,
    samples: false,
    fix: false,
    signal: quit.signal,
    quit: () => quit.abort(),
    operator: { file: join(root, 'main.mjs'), args: [], cwd: root, env: { PATH: process.env['PATH'] } },
    kubeconfigOfOperator: async () => '',
  }).run();
});

afterEach(async () => {
  quit.abort();
  await running;
});

/** Resolves once the output since the last call contains the text. */
async function prints(text: string): Promise<void> {
  await expect.poll(() => output).toContain(text);
  output = output.slice(output.indexOf(text) + text.length);
}

function save(next: string | Diagnostic): void {
  code = next;
  writeFileSync(join(root, source), `// ${JSON.stringify(next)}\n`);
}

const place = { file: source, line: 1, column: 1 };

test('after a kill, the previous build runs again while type errors hold back the new one', async () => {
  await prints('runs build 1');
  types = [typeError({ message: 'TS2322: wrong', place })];
  save('build 2');
  await prints('the previous build keeps running · r starts the new one anyway');
  press('k');
  await prints('killed the operator');
  await prints('runs build 1');
  press('r');
  await prints('runs build 2');
  press('k');
  await prints('runs build 2');
  types = [];
  save('build 3');
  await prints('runs build 3');
});

test('after a kill, the previous build runs again while the sources cannot be bundled', async () => {
  await prints('runs build 1');
  save(bundleFailed({ message: 'unexpected ;', place }));
  await prints('failed: ');
  press('k');
  await prints('killed the operator');
  await prints('runs build 1');
  save('build 2');
  await prints('runs build 2');
});
