import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'opgen-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The text of every file below a folder, keyed by path with forward slashes. */
export function readFolder(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(^|[\\/])node_modules([\\/]|$)/.test(path) && statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .toSorted();
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')]),
  );
}

export function writeFolder(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
