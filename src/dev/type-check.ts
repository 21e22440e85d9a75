import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.ts';
import { typeError } from './diagnostics.ts';

/** Checks the types of a project with its own compiler. Undefined if it has none, or if the signal aborts. */
export async function checkTypes(root: string, signal: AbortSignal): Promise<Diagnostic[] | undefined> {
  const compiler = compilerOf(root);
  if (compiler === undefined) return undefined;
  return new Promise((done) => {
    execFile(
      process.execPath,
      [compiler, '--noEmit', '--pretty', 'false'],
      { cwd: root, signal, maxBuffer: 2 ** 26 },
      (_, stdout) => done(signal.aborted ? undefined : typeErrors(stdout)),
    );
  });
}

/** Each problem in the output of `tsc --pretty false`; further lines explain the line before them. */
export function typeErrors(output: string): Diagnostic[] {
  return [...output.matchAll(/^(.+)\((\d+),(\d+)\): error (TS\d+: .+(?:\n .+)*)/gm)].map(
    ([, file = '', line, column, message = '']) =>
      typeError({
        message: message.replaceAll(/\n +/g, ' '),
        place: { file, line: Number(line), column: Number(column) },
      }),
  );
}

function compilerOf(root: string): string | undefined {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
    return resolve(manifest, '../bin/tsc');
  } catch {
    return undefined;
  }
}
