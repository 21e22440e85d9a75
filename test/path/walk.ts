/**
 * The newcomer's path, command by command: what the README promises, the demo shows and the path test proves.
 *
 * A walk owns one empty folder and the environment its commands run in. Every command is printed before it
 * runs, so that the demo is what it claims to be: the same commands that a user types.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa, parseCommandString } from 'execa';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The finished operator, whose sources stand for what the user edits by hand. */
const finished = join(repository, 'examples/demo-application');

/** What the tutorial asks the user to edit, as paths in the project. */
export const edited = [
  'src/api/demo/v1alpha1/demo-application.ts',
  'src/controllers/demo/demo-application.controller.ts',
  'test/controllers/demo/demo-application.controller.test.ts',
  'config/samples/demo_v1alpha1_demoapplication.yaml',
];

export interface WalkOptions {
  /** The node executable that everything runs on. */
  node?: string;
  /** Called with each command before it runs, and with each line that it printed. */
  print?: (line: string, of: 'command' | 'output') => void;
}

export class Walk {
  readonly home: string;
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly #print: NonNullable<WalkOptions['print']>;

  constructor({ node = process.execPath, print = () => {} }: WalkOptions = {}) {
    this.home = mkdtempSync(join(tmpdir(), 'opgen-path-'));
    this.folder = join(this.home, 'demo');
    mkdirSync(this.folder);
    this.#print = print;
    const prefix = join(this.home, 'global');
    this.env = {
      ...withoutNpm(process.env),
      npm_config_prefix: prefix,
      npm_config_update_notifier: 'false',
      KUBECONFIG: join(this.home, 'kubeconfig'),
      // Generated projects are written as if for a user at a desk, also when CI walks the path.
      PATH: [join(node, '..'), join(prefix, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
    };
  }

  /** Packs the command line as it will be published, and installs it as `npm install --global opgen` would. */
  async installOpgen(): Promise<string> {
    const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', this.home], {
      cwd: repository,
      env: this.env,
      extendEnv: false,
    });
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
    const tarball = join(this.home, packed.filename);
    await execa('npm', ['install', '--global', tarball], { cwd: this.home, env: this.env, extendEnv: false });
    return tarball;
  }

  /** Does by copying what the tutorial asks the user to do in an editor. */
  edit(): void {
    for (const path of edited) {
      this.#print(`$EDITOR ${path}`, 'command');
      if (!existsSync(join(this.folder, path))) throw new Error(`opgen did not scaffold ${path}`);
      cpSync(join(finished, path), join(this.folder, path));
    }
  }

  /** Uses this cluster from now on, as kubectl and the operator find it. */
  use(kubeconfig: string): void {
    writeFileSync(join(this.home, 'kubeconfig'), kubeconfig);
  }

  /** Runs a command as typed, and throws with its output when it fails. */
  async run(command: string): Promise<string> {
    this.#print(command, 'command');
    const result = await this.#start(command, false);
    if (result.exitCode !== 0) {
      throw new Error(`${command} ended with ${result.exitCode}:\n${result.all}`);
    }
    for (const line of String(result.all).trimEnd().split('\n')) this.#print(line, 'output');
    return String(result.stdout);
  }

  /** Starts a command that goes on, in a process group of its own so that a signal reaches all of it. */
  start(command: string): RunningCommand {
    this.#print(`${command} &`, 'command');
    return new RunningCommand(this.#start(command, true));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  #start(command: string, detached: boolean): Started {
    return startIn(this.folder, this.env, command, detached);
  }
}

type Started = ReturnType<typeof startIn>;

function startIn(cwd: string, env: Record<string, string>, command: string, detached: boolean) {
  const [file = '', ...args] = parseCommandString(command);
  return execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    all: true,
    reject: false,
    stdin: 'ignore',
    detached,
  });
}

/** A command that goes on until it is told to end. */
export class RunningCommand {
  #output = '';
  #hasEnded = false;
  readonly #process: Started;

  constructor(started: Started) {
    this.#process = started;
    started.all.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
    started.once('exit', () => {
      this.#hasEnded = true;
    });
  }

  get output(): string {
    return this.#output;
  }

  /** Sends SIGTERM to the whole group, as a kubelet would to the container, and gives the exit code. */
  async stop(): Promise<number | undefined> {
    const { pid } = this.#process;
    if (pid !== undefined && !this.#hasEnded) process.kill(-pid, 'SIGTERM');
    const { exitCode } = await this.#process;
    return exitCode;
  }
}

/** The commands must not see that they are run from within an npm script. */
function withoutNpm(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !/^(npm_(?!config_(registry|cache|.*proxy))|VITEST|NODE_ENV$|NODE_OPTIONS$|CI$)/i.test(entry[0]),
    ),
  );
}
