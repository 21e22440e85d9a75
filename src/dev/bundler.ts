import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../diagnostics.ts';
import { bundleFailed, notDevelopable } from './diagnostics.ts';
import { esbuildOptions } from './esbuild-flags.ts';
import { shellWords } from './shell-words.ts';

/** The part of esbuild's API that is used. The project brings esbuild along. */
interface Esbuild {
  context(options: object): Promise<{ rebuild(): Promise<BuildResult>; dispose(): Promise<void> }>;
}

interface BuildResult {
  outputFiles: readonly { path: string; contents: Uint8Array; hash: string }[];
  metafile: { inputs: Record<string, unknown> };
}

interface BuildFailure {
  errors: readonly {
    text: string;
    location: { file: string; line: number; column: number; length: number } | null;
  }[];
}

/** A bundle of the operator. */
export interface Bundle {
  /** Differs if the code differs. */
  readonly hash: string;
  /** The files of the project that it contains; absolute paths. */
  readonly sources: readonly string[];
  /** Replaces the previous bundle on the disk. */
  write(): Promise<void>;
}

/** Bundles an operator with the esbuild of its project and the flags of its script `bundle`. */
export class Bundler {
  readonly #root: string;
  readonly #file: string;
  #building: ReturnType<Esbuild['context']> | undefined;

  /** `file` is where bundles are written. */
  constructor(root: string, file: string) {
    this.#root = root;
    this.#file = file;
  }

  /** Throws a `UserError` if the project has no esbuild, or no script that runs it. */
  async prepare(): Promise<void> {
    await (this.#building ??= this.#start());
  }

  /** Throws a `UserError` if the code cannot be bundled. */
  async bundle(): Promise<Bundle> {
    const building = await (this.#building ??= this.#start());
    let result: BuildResult;
    try {
      result = await building.rebuild();
    } catch (error) {
      throw failure(error as BuildFailure);
    }
    const code = result.outputFiles.find(({ path }) => path === this.#file);
    return {
      hash: code?.hash ?? '',
      sources: Object.keys(result.metafile.inputs)
        .filter((path) => !path.includes('node_modules'))
        .map((path) => resolve(this.#root, path)),
      write: async () => {
        await mkdir(dirname(this.#file), { recursive: true });
        await Promise.all(result.outputFiles.map(({ path, contents }) => writeFile(path, contents)));
      },
    };
  }

  async close(): Promise<void> {
    const building = await this.#building?.catch(() => undefined);
    await building?.dispose();
  }

  async #start(): ReturnType<Esbuild['context']> {
    const { context } = await this.#load();
    return context({
      ...this.#options(),
      absWorkingDir: this.#root,
      outfile: this.#file,
      // Source maps name the lines; without the step, the build takes half the time.
      minify: false,
      sourcemap: true,
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
  }

  async #load(): Promise<Esbuild> {
    try {
      const path = createRequire(join(this.#root, 'package.json')).resolve('esbuild');
      const { default: esbuild } = (await import(pathToFileURL(path).href)) as { default: Esbuild };
      return esbuild;
    } catch {
      const message = 'cannot find esbuild in the node_modules of the project';
      throw new UserError(notDevelopable({ message, hint: 'run npm install' }));
    }
  }

  #options(): object {
    const { scripts = {} } = JSON.parse(readFileSync(join(this.#root, 'package.json'), 'utf8')) as {
      scripts?: Record<string, string>;
    };
    const [program, ...args] = shellWords(scripts['bundle'] ?? '');
    if (program === 'esbuild') return esbuildOptions(args);
    const message = 'package.json has no script "bundle" that runs esbuild';
    const hint =
      'add one: "bundle": "esbuild src/main.ts --bundle --platform=node --format=esm --outfile=dist/main.js"';
    throw new UserError(notDevelopable({ message, hint }));
  }
}

function failure({ errors }: BuildFailure): UserError {
  return new UserError(
    errors.map(({ text, location }) =>
      bundleFailed({
        message: text,
        place: location === null ? undefined : { ...location, column: location.column + 1 },
      }),
    ),
  );
}
