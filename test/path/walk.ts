/**
 * The getting-started path, command by command: as in the README, the demo and the path test.
 *
 * A walk owns one empty folder and the environment of its commands. It prints every command before running
 * it, so that the demo shows the same commands that a user types.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa, parseCommandString } from 'execa';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The finished operator; its sources replace the manual edits of the user. */
const finished = join(repository, 'examples/first-operator');

/** The project files that the tutorial asks the user to edit. */
export const edited = [
  'src/api/demo/v1alpha1/demo-application.ts',
  'src/controllers/demo/demo-application.controller.ts',
  'test/controllers/demo/demo-application.controller.test.ts',
  'config/samples/demo_v1alpha1_demoapplication.yaml',
];

export interface WalkOptions {
  /** The node executable for all commands. */
  node?: string;
  /** Called with each command before it runs, and with each line that it prints. */
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
      // Generate the same project in CI as on the machine of a user.
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

  /** Copies in the edits that the tutorial asks the user to make. */
  edit(): void {
    for (const path of edited) {
      this.#print(`$EDITOR ${path}`, 'command');
      if (!existsSync(join(this.folder, path))) throw new Error(`opgen did not scaffold ${path}`);
      cpSync(join(finished, path), join(this.folder, path));
    }
  }

  /** Points kubectl and the operator to this cluster from now on. */
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

  /** Starts a long-running command, in its own process group so that a signal reaches every process. */
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

/** A command that runs until it is stopped. */
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

  /** Sends SIGTERM to the whole group, as a kubelet does to a container, and returns the exit code. */
  async stop(): Promise<number | undefined> {
    const { pid } = this.#process;
    if (pid !== undefined && !this.#hasEnded) process.kill(-pid, 'SIGTERM');
    const { exitCode } = await this.#process;
    return exitCode;
  }
}

/** The commands must not detect that they run inside an npm script. */
function withoutNpm(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !/^(npm_(?!config_(registry|cache|.*proxy))|VITEST|NODE_ENV$|NODE_OPTIONS$|CI$)/i.test(entry[0]),
    ),
  );
}
