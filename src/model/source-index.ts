import { posix } from 'node:path';
import type { Declaration, SourceFile } from '../source/source-file.ts';

/** What a name in a file stands for. */
export type Meaning =
  | { from: 'project'; declaration: Declaration; file: SourceFile }
  | { from: 'package'; module: string; name: string }
  | { from: 'nowhere' };

/** Follows names through the imports of a project's files. */
export class SourceIndex {
  readonly #files: ReadonlyMap<string, SourceFile>;

  constructor(files: readonly SourceFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  lookUp(name: string, file: SourceFile): Meaning {
    const declaration = file.declarations.get(name);
    if (declaration !== undefined) return { from: 'project', declaration, file };
    const [head = name, ...rest] = name.split('.');
    const imported = file.imports.get(head);
    if (imported === undefined) return { from: 'nowhere' };
    return this.#follow(
      imported.name === '*' ? rest.join('.') : imported.name,
      imported.from,
      file,
      new Set(),
    );
  }

  #follow(name: string, module: string, from: SourceFile, seen: Set<string>): Meaning {
    if (!module.startsWith('.')) return { from: 'package', module, name };
    const file = this.#resolve(module, from);
    if (file === undefined || seen.has(`${file.path} ${name}`)) return { from: 'nowhere' };
    seen.add(`${file.path} ${name}`);
    const declaration = file.declarations.get(name);
    if (declaration !== undefined) return { from: 'project', declaration, file };
    const passedOn = file.reexports.get(name) ?? file.imports.get(name);
    if (passedOn !== undefined) return this.#follow(passedOn.name, passedOn.from, file, seen);
    for (const star of file.starExports) {
      const meaning = this.#follow(name, star, file, seen);
      if (meaning.from !== 'nowhere') return meaning;
    }
    return { from: 'nowhere' };
  }

  #resolve(module: string, from: SourceFile): SourceFile | undefined {
    const path = posix.join(posix.dirname(from.path), module);
    const candidates = [path, path.replace(/\.(m?)js$/, '.$1ts'), `${path}.ts`, `${path}/index.ts`];
    return candidates.map((candidate) => this.#files.get(candidate)).find((file) => file !== undefined);
  }
}
