/**
 * Compares the output of every command with a recorded transcript. `npm run transcripts` records them again.
 *
 * Whoever has nothing but an error knows what to do next: that is what to look for in a review.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ownManifest } from '../../src/scaffold/package-root.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { writeGolden } from '../support/golden.ts';
import { runCli } from '../support/run-cli.ts';
import { type Case, cases } from './transcripts/cases.ts';

const here = fileURLToPath(new URL('transcripts', import.meta.url));
const update = process.env['UPDATE_TRANSCRIPTS'] === '1';

/** How it is looked at, beside plainly. */
interface View {
  args?: readonly string[];
  /** Of the terminal; without it the output goes to a file. */
  columns?: number;
  env?: Readonly<Record<string, string>>;
}

const views: Readonly<Record<string, View>> = {
  json: { args: ['--json'] },
  narrow: { columns: 40, env: { NO_COLOR: '1' } },
  colour: { columns: 100 },
  'no-colour': { columns: 100, env: { NO_COLOR: '1' } },
};

/** Every case as it goes to a file; the first two of each command, a success and an error, in all other views too. */
const transcripts = Object.entries(cases).flatMap(([command, named]) =>
  Object.entries(named).flatMap(([name, entry], index) => {
    const path = `${command}/${name}`.replaceAll(' ', '-');
    const others = index < 2 ? Object.entries(views) : [];
    return [
      { path: `${path}.txt`, entry, view: {} },
      ...others.map(([how, view]) => ({ path: `${path}.${how}.txt`, entry, view })),
    ];
  }),
);

function prepared({ changed = {}, files = {}, in: scenario }: Case): string {
  const folder = join(temporaryFolder(), 'orchard');
  mkdirSync(folder);
  if (scenario !== undefined) writeGolden(scenario, folder);
  writeFolder(folder, files);
  for (const [path, [from, to]] of Object.entries(changed)) {
    const text = readFileSync(join(folder, path), 'utf8');
    expect(text).toContain(from);
    writeFolder(folder, { [path]: text.replace(from, to) });
  }
  return folder;
}

async function transcript(entry: Case, { args = [], columns, env = {} }: View): Promise<string> {
  const folder = prepared(entry);
  const printed = { stdout: '', stderr: '' };
  const output = (name: keyof typeof printed) => ({
    write: (text: string) => (printed[name] += text),
    isTTY: columns !== undefined,
    columns,
  });
  const { exitCode } = await runCli(folder, [...entry.line.split(' '), ...args], {
    env,
    stdout: output('stdout'),
    stderr: output('stderr'),
  });
  return [
    `$ opgen ${[entry.line, ...args].join(' ')}\n`,
    section('stdout', printed.stdout),
    section('stderr', printed.stderr),
    `=== exit code ${exitCode}\n`,
  ]
    .join('')
    .replaceAll(dirname(folder), '…')
    .replaceAll(new RegExp(`(opgen"?:? "?|"version": ")${ownManifest().version}`, 'g'), '$1…')
    .replaceAll(process.version, '…')
    .replaceAll(`${process.platform}-${process.arch}`, '…')
    .replaceAll('\u001B', '␛');
}

function section(name: string, text: string): string {
  return text === '' ? '' : `=== ${name}\n${text.endsWith('\n') ? text : `${text}\n`}`;
}

test.each(transcripts)('$path', async ({ path, entry, view }) => {
  const printed = await transcript(entry, view);
  const file = join(here, path);
  if (update) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, printed);
  }
  expect(existsSync(file), `npm run transcripts writes it`).toBe(true);
  expect(printed).toBe(readFileSync(file, 'utf8'));
});

test('there is no transcript of what is not typed any more', () => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => path.split(sep).join('/'));
  const known = new Set(transcripts.map(({ path }) => path));
  const stale = files.filter((path) => !known.has(path));
  if (update) for (const path of stale) rmSync(join(here, path));
  else expect(stale).toEqual([]);
});
