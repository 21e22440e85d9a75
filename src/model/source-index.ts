import { posix } from 'node:path';
import { didYouMean } from '../diagnostics.ts';
import type { Declaration, EnumDeclaration, SourceFile } from '../source/source-file.ts';
import type { TypeSyntax } from '../source/type-syntax.ts';

/** What a name in a file refers to. */
export type Meaning =
  /** `member` is the name after the dot, as in `Season.Winter`. */
  | { from: 'project'; declaration: Declaration; file: SourceFile; member?: string | undefined }
  | { from: 'class' }
  | { from: 'package'; module: string; name: string }
  /** The module was read and does not export the name. */
  | { from: 'missing'; module: string; name: string; hint?: string | undefined }
  | { from: 'nowhere' };

/** A constant or an enum, the file that declares it, and the path to the part that the name refers to. */
export interface ValueMeaning {
  value: TypeSyntax | EnumDeclaration;
  file: SourceFile;
  path: readonly string[];
}

/** A function, a class or a constant at the top level of a file. */
export interface CodePlace {
  file: SourceFile;
  name: string;
}

/** Files outside the project's sources, read when a type is looked up in them. */
export interface OtherFiles {
  /** The path of a module that the file `from` imports, relative to the project. */
  resolve(module: string, from: string): string | undefined;
  read(path: string): SourceFile | undefined;
  /** The JavaScript file beside a declaration file. */
  codeOf(path: string): SourceFile | undefined;
}

/** Where the search for a name ended. */
type Found =
  | { in: SourceFile; name: string; rest: readonly string[] }
  | { module: string; name: string; missingIn?: SourceFile };

/** Modules whose types opgen knows by name and never reads. */
const knownByName = /^(@opgen\/runtime|@kubernetes\/client-node)(\/|$)/;

/** Resolves names through imports and exports, in the files of a project and outside. */
export class SourceIndex {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #others: OtherFiles;

  constructor(
    files: readonly SourceFile[],
    others: OtherFiles = { resolve: nothing, read: nothing, codeOf: nothing },
  ) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#others = others;
  }

  /** Looks up a name in the project's sources only. */
  lookUp(name: string, file: SourceFile): Meaning {
    return meaningOf(this.#find(name.split('.'), file, false));
  }

  lookUpType(name: string, file: SourceFile): Meaning {
    return meaningOf(this.#find(name.split('.'), file, true));
  }

  /** Looks up an export of another module. */
  lookUpIn(module: string, name: string, file: SourceFile): Meaning {
    return meaningOf(this.#follow(name.split('.'), module, file, true, new Set()));
  }

  /** Looks up an export of `module`, or without a module, a name in the file. */
  lookUpValue(name: string, file: SourceFile, module?: string): ValueMeaning | undefined {
    const path = name.split('.');
    const found =
      module === undefined ? this.#find(path, file, true) : this.#follow(path, module, file, true, new Set());
    if (found === undefined || !('in' in found)) return undefined;
    const declaration = found.in.declarations.get(found.name);
    const value =
      found.in.constants.get(found.name) ?? (declaration?.kind === 'enum' ? declaration : undefined);
    return value && { value, file: found.in, path: found.rest };
  }

  /**
   * The functions, classes and constants of the project that a name in code refers to. For a module as a whole these
   * are all of its declarations.
   */
  lookUpCode(name: string, file: SourceFile): CodePlace[] {
    const imported = file.imports.get(name);
    if (imported !== undefined && imported.name === '*') return this.codeIn(imported.from, file);
    const found = this.#find([name], file, false);
    if (found !== undefined && 'in' in found) return [{ file: found.in, name: found.name }];
    return imported === undefined ? [] : this.codeIn(imported.from, file);
  }

  /** All functions, classes and constants of a module of the project and of the modules that it re-exports. */
  codeIn(module: string, from: SourceFile, seen = new Set<SourceFile>()): CodePlace[] {
    const file = this.#file(module, from, false);
    if (file === undefined || seen.has(file)) return [];
    seen.add(file);
    const reexported = [...[...file.reexports.values()].map((each) => each.from), ...file.starExports];
    return [
      ...[...file.uses.keys()].map((name) => ({ file, name })),
      ...reexported.flatMap((each) => this.codeIn(each, file, seen)),
    ];
  }

  #find([head = '', ...rest]: readonly string[], file: SourceFile, beyond: boolean): Found | undefined {
    if (declares(file, head)) return { in: file, name: head, rest };
    const imported = file.imports.get(head);
    if (imported === undefined) return undefined;
    const path = imported.name === '*' ? rest : [imported.name, ...rest];
    return this.#follow(path, imported.from, file, beyond, new Set());
  }

  #follow(
    path: readonly string[],
    module: string,
    from: SourceFile,
    beyond: boolean,
    seen: Set<string>,
  ): Found | undefined {
    const file = knownByName.test(module) ? undefined : this.#file(module, from, beyond);
    const [name = '*', ...rest] = path;
    if (file === undefined)
      return module.startsWith('.') && !beyond ? undefined : { module, name: path.join('.') };
    if (seen.has(`${file.path} ${name}`)) return undefined;
    seen.add(`${file.path} ${name}`);
    const local = file.exports.get(name) ?? name;
    if (declares(file, local)) return { in: file, name: local, rest };
    const passedOn = file.reexports.get(name) ?? file.imports.get(local);
    if (passedOn !== undefined) {
      const onward = passedOn.name === '*' ? rest : [passedOn.name, ...rest];
      return this.#follow(onward, passedOn.from, file, beyond, seen);
    }
    for (const star of file.starExports) {
      const found = this.#follow(path, star, file, beyond, seen);
      const isThere = found !== undefined && ('in' in found || knownByName.test(found.module));
      if (isThere) return found;
    }
    return { module, name: path.join('.'), missingIn: file };
  }

  #file(module: string, from: SourceFile, beyond: boolean): SourceFile | undefined {
    if (module.startsWith('.')) {
      const path = posix.join(posix.dirname(from.path), module);
      const candidates = [path, path.replace(/\.(m?)js$/, '.$1ts'), `${path}.ts`, `${path}/index.ts`];
      const known = candidates
        .map((candidate) => this.#files.get(candidate))
        .find((file) => file !== undefined);
      if (known !== undefined) return known;
    }
    const path = this.#others.resolve(module, from.path);
    if (path === undefined) return undefined;
    return this.#files.get(path) ?? (beyond ? this.#others.read(path) : undefined);
  }
}

function meaningOf(found: Found | undefined): Meaning {
  if (found === undefined) return { from: 'nowhere' };
  if (!('in' in found)) {
    const { missingIn, module, name } = found;
    if (missingIn !== undefined) {
      const hint = didYouMean(name, [...missingIn.declarations.keys(), ...missingIn.reexports.keys()]);
      return { from: 'missing', module, name, hint };
    }
    return { from: 'package', module, name };
  }
  const declaration = found.in.declarations.get(found.name);
  if (declaration === undefined) {
    const isClass = found.in.classes.some(({ name }) => name === found.name);
    return isClass ? { from: 'class' } : { from: 'nowhere' };
  }
  const [member] = found.rest;
  return { from: 'project', declaration, file: found.in, member };
}

function declares({ declarations, uses }: SourceFile, name: string): boolean {
  return declarations.has(name) || uses.has(name);
}

function nothing(): undefined {
  return undefined;
}
