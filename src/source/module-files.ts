import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import type { SourceFile } from './source-file.ts';
import { type PackageJson, targetIn } from './package-exports.ts';
import { readJson } from './read-json.ts';
import { readSourceFile } from './read-source-file.ts';

interface Paths {
  /** The folder that the targets of the patterns are relative to. */
  folder: string;
  patterns: Readonly<Record<string, readonly string[]>>;
}

/**
 * Resolves and reads imports from outside a project's sources: `paths` of tsconfig.json, `imports` of package.json, and
 * packages with types, including those of the same workspace.
 *
 * A file is read only when a type is looked up in it, so projects without such imports pay nothing.
 */
export class ModuleFiles {
  readonly #root: string;
  readonly #disk: Disk;
  readonly #read = new Map<string, SourceFile | undefined>();
  #paths: Paths | undefined;

  constructor(root: string, disk: Disk) {
    this.#root = resolve(root);
    this.#disk = disk;
  }

  /** The files read so far. */
  get files(): readonly SourceFile[] {
    return [...this.#read.values()].filter((file) => file !== undefined);
  }

  /** The path of a module that the file `from` imports, relative to the project. */
  resolve(module: string, from: string): string | undefined {
    const folder = dirname(join(this.#root, from));
    const found = module.startsWith('.')
      ? this.#typesAt(join(folder, module))
      : (this.#mapped(module) ??
        (module.startsWith('#') ? this.#imported(module, folder) : this.#inPackage(module, folder)));
    if (found === undefined) return undefined;
    return relative(this.#disk.realPath(this.#root), this.#disk.realPath(found)).split(sep).join('/');
  }

  read(path: string): SourceFile | undefined {
    if (!this.#read.has(path)) {
      const file = join(this.#disk.realPath(this.#root), path);
      this.#read.set(
        path,
        this.#disk.parsed(file, (text) => readSourceFile(path, text)),
      );
    }
    return this.#read.get(path);
  }

  /** The JavaScript file beside a `.d.ts`. */
  codeOf(path: string): SourceFile | undefined {
    const code = path.replace(/\.d\.([mc]?)ts$/, '.$1js');
    const isThere = code !== path && this.#disk.isFile(join(this.#disk.realPath(this.#root), code));
    return isThere ? this.read(code) : undefined;
  }

  /** Resolves through `paths` of tsconfig.json. */
  #mapped(module: string): string | undefined {
    this.#paths ??= pathsOf(this.#disk, join(this.#root, 'tsconfig.json'));
    for (const [pattern, targets] of Object.entries(this.#paths.patterns)) {
      const [start = '', end] = pattern.split('*');
      const fits =
        end === undefined
          ? module === pattern
          : module.startsWith(start) && module.endsWith(end) && module.length >= start.length + end.length;
      if (!fits) continue;
      const rest = module.slice(start.length, module.length - (end ?? '').length);
      for (const target of targets) {
        const found = this.#typesAt(resolve(this.#paths.folder, target.replace('*', rest)));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Resolves through `imports` of the nearest package.json. */
  #imported(module: string, from: string): string | undefined {
    for (const folder of upwards(from)) {
      const manifest = readJson(this.#disk, join(folder, 'package.json')) as PackageJson | undefined;
      if (manifest === undefined) continue;
      const target = targetIn(manifest.imports, module);
      return target === undefined ? undefined : this.#typesAt(join(folder, target));
    }
    return undefined;
  }

  #inPackage(module: string, from: string): string | undefined {
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(module) ?? [];
    for (const folder of upwards(from)) {
      const typed = join(folder, 'node_modules', '@types', name.replace('@', '').replace('/', '__'));
      for (const home of [join(folder, 'node_modules', name), typed]) {
        const manifest = readJson(this.#disk, join(home, 'package.json')) as PackageJson | undefined;
        const target = manifest && targetInPackage(manifest, rest);
        const found = target === undefined ? undefined : this.#typesAt(join(home, target));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** The file with the types of a module, whose path may end in `.js`, `.ts` or `.d.ts`, or have no extension. */
  #typesAt(path: string): string | undefined {
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
    return candidates.find((candidate) => this.#disk.isFile(candidate));
  }
}

/** The target for a path of a package, from its package.json. */
function targetInPackage({ exports, main, types, typings }: PackageJson, rest: string): string | undefined {
  if (exports !== undefined) return targetIn(hasPaths(exports) ? exports : { '.': exports }, `.${rest}`);
  return rest === '' ? (types ?? typings ?? main ?? 'index') : rest;
}

function hasPaths(exports: PackageJson['exports']): boolean {
  return (
    typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'))
  );
}

function upwards(from: string): string[] {
  const above = dirname(from);
  return above === from ? [from] : [from, ...upwards(above)];
}

/** `paths` of a tsconfig.json, or of the config that it extends. */
function pathsOf(disk: Disk, file: string, depth = 0): Paths {
  const none: Paths = { folder: dirname(file), patterns: {} };
  const config = readJson(disk, file) as
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
  return pathsOf(disk, path.endsWith('.json') ? path : `${path}.json`, depth + 1);
}
