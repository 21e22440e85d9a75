import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { SourceFile } from './source-file.ts';
import { type PackageJson, targetIn } from './package-exports.ts';
import { readJson } from './read-json.ts';
import { readSourceFile } from './read-source-file.ts';

interface Paths {
  /** What the patterns are relative to. */
  folder: string;
  patterns: Readonly<Record<string, readonly string[]>>;
}

/**
 * Finds and reads the files behind imports that lead out of a project's sources: `paths` of its tsconfig.json,
 * `#imports` of its package.json, and packages with types, also those of the same workspace.
 *
 * Each is read when a type is looked for in it, so projects without such imports pay nothing.
 */
export class ModuleFiles {
  readonly #root: string;
  readonly #read = new Map<string, SourceFile | undefined>();
  #paths: Paths | undefined;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** What was read, by path relative to the project. */
  get files(): readonly SourceFile[] {
    return [...this.#read.values()].filter((file) => file !== undefined);
  }

  /** The path of the module that a file means, relative to the project. */
  resolve(module: string, from: string): string | undefined {
    const folder = dirname(join(this.#root, from));
    const found = module.startsWith('.')
      ? typesAt(join(folder, module))
      : (this.#mapped(module) ??
        (module.startsWith('#') ? this.#imported(module, folder) : this.#inPackage(module, folder)));
    if (found === undefined) return undefined;
    return relative(realpathSync(this.#root), realpathSync(found)).split(sep).join('/');
  }

  read(path: string): SourceFile | undefined {
    if (!this.#read.has(path)) {
      const text = readFileSync(join(realpathSync(this.#root), path), 'utf8');
      this.#read.set(path, readSourceFile(path, text));
    }
    return this.#read.get(path);
  }

  /** By `paths` of tsconfig.json. */
  #mapped(module: string): string | undefined {
    this.#paths ??= pathsOf(join(this.#root, 'tsconfig.json'));
    for (const [pattern, targets] of Object.entries(this.#paths.patterns)) {
      const [start = '', end] = pattern.split('*');
      const fits =
        end === undefined
          ? module === pattern
          : module.startsWith(start) && module.endsWith(end) && module.length >= start.length + end.length;
      if (!fits) continue;
      const rest = module.slice(start.length, module.length - (end ?? '').length);
      for (const target of targets) {
        const found = typesAt(resolve(this.#paths.folder, target.replace('*', rest)));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** By `imports` of the nearest package.json. */
  #imported(module: string, from: string): string | undefined {
    for (const folder of upwards(from)) {
      const manifest = readJson(join(folder, 'package.json')) as PackageJson | undefined;
      if (manifest === undefined) continue;
      const target = targetIn(manifest.imports, module);
      return target === undefined ? undefined : typesAt(join(folder, target));
    }
    return undefined;
  }

  #inPackage(module: string, from: string): string | undefined {
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(module) ?? [];
    for (const folder of upwards(from)) {
      const typed = join(folder, 'node_modules', '@types', name.replace('@', '').replace('/', '__'));
      for (const home of [join(folder, 'node_modules', name), typed]) {
        const manifest = readJson(join(home, 'package.json')) as PackageJson | undefined;
        const found = manifest && typesOfPackage(home, manifest, rest);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

function typesOfPackage(home: string, manifest: PackageJson, rest: string): string | undefined {
  const { exports, main, types, typings } = manifest;
  if (exports !== undefined) {
    const target = targetIn(hasPaths(exports) ? exports : { '.': exports }, `.${rest}`);
    return target === undefined ? undefined : typesAt(join(home, target));
  }
  if (rest !== '') return typesAt(join(home, rest));
  return typesAt(join(home, types ?? typings ?? main ?? 'index'));
}

function hasPaths(exports: PackageJson['exports']): boolean {
  return (
    typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'))
  );
}

/** The file with the types of a module whose path is written as for Node or for TypeScript. */
function typesAt(path: string): string | undefined {
  const bare = path.replace(/\.(d\.)?([mc]?)[jt]s$/, '');
  const [, letter = ''] = /\.([mc]?)[jt]s$/.exec(path) ?? [];
  const candidates = [
    ...(/\.[mc]?ts$/.test(path) ? [path] : []),
    `${bare}.${letter}ts`,
    `${bare}.d.${letter}ts`,
    `${path}.ts`,
    `${path}.d.ts`,
    join(path, 'index.ts'),
    join(path, 'index.d.ts'),
  ];
  return candidates.find(isFile);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function upwards(from: string): string[] {
  const above = dirname(from);
  return above === from ? [from] : [from, ...upwards(above)];
}

/** `paths` of a tsconfig.json, or of the one that it extends. */
function pathsOf(file: string, depth = 0): Paths {
  const none: Paths = { folder: dirname(file), patterns: {} };
  const config = readJson(file) as
    | {
        extends?: string | string[];
        compilerOptions?: { baseUrl?: string; paths?: Record<string, string[]> };
      }
    | undefined;
  if (config === undefined || depth > 8) return none;
  const { baseUrl = '.', paths } = config.compilerOptions ?? {};
  if (paths !== undefined) return { folder: resolve(dirname(file), baseUrl), patterns: paths };
  const [base] = [config.extends ?? []].flat().toReversed();
  if (base === undefined || !(base.startsWith('.') || isAbsolute(base))) return none;
  const path = resolve(dirname(file), base);
  return pathsOf(path.endsWith('.json') ? path : `${path}.json`, depth + 1);
}
