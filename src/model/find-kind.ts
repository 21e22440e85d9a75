import { didYouMean } from '../diagnostics.ts';
import type { BuiltInResources } from '../kubernetes/built-in-resources.ts';
import type { Declaration, KindDefinition, SourceFile } from '../source/source-file.ts';
import type { TypeSyntax } from '../source/type-syntax.ts';
import type { KindModel, KindReference } from './api-model.ts';
import { isKind } from './read-markers.ts';
import type { SourceIndex } from './source-index.ts';

export interface KnownKinds {
  files: readonly SourceFile[];
  index: SourceIndex;
  /** The kinds of the project. */
  own: readonly KindModel[];
  builtIn: BuiltInResources;
  /** Kinds of npm modules that the PROJECT file describes. */
  ofModules: readonly ModuleKind[];
  /** The JavaScript beside the types of a package: only the JavaScript contains the argument of defineKind. */
  codeOf(types: SourceFile): SourceFile | undefined;
}

export type ModuleKind = KindReference & { module: string };

/** Why a type is not a known kind, and how to fix it. */
export interface NoKind {
  message: string;
  hint: string;
}

/** Finds the kind that a type argument refers to, through imports and aliases. */
export class KindFinder {
  readonly #kinds: KnownKinds;

  constructor(kinds: KnownKinds) {
    this.#kinds = kinds;
  }

  /** Undefined for a kind of the project whose declaration is invalid and was reported. */
  find(type: TypeSyntax, file: SourceFile): KindReference | NoKind | undefined {
    if (type.kind !== 'reference') return noKind(type.text, 'name a kind');
    const meaning = this.#kinds.index.lookUp(type.name, file);
    switch (meaning.from) {
      case 'nowhere':
      case 'class':
      case 'missing':
        return this.#elsewhere(type, file) ?? noKind(type.text, this.#suggestion(type.name, file));
      case 'package':
        return this.#imported(meaning.module, meaning.name, type, file);
      case 'project':
        return this.#declared(meaning.declaration, meaning.file, type.text);
    }
  }

  #imported(
    module: string,
    name: string,
    type: TypeSyntax & { kind: 'reference' },
    file: SourceFile,
  ): KindReference | NoKind | undefined {
    const [, folder, version] = /^@opgen\/runtime\/kinds\/([^/]+)\/([^/]+?)(?:\.[jt]s)?$/.exec(module) ?? [];
    if (folder === undefined || version === undefined) {
      const listed = this.#kinds.ofModules.find((known) => known.module === module && known.kind === name);
      if (listed !== undefined) return listed;
      return this.#ofPackage(type, file, module);
    }
    const found = this.#kinds.builtIn.ofKind(folder, version, name);
    if (found === undefined) {
      const [short = ''] = folder.split('.');
      const isFullGroup = short !== folder && this.#kinds.builtIn.ofKind(short, version, name) !== undefined;
      return noKind(
        `${name} of '${module}'`,
        isFullGroup
          ? `import it from '@opgen/runtime/kinds/${short}/${version}'`
          : 'check the exports of that module',
      );
    }
    const { group, kind, namespaced, resource } = found;
    return {
      group,
      version,
      kind,
      plural: resource,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      isOwn: false,
    };
  }

  #declared(declaration: Declaration, file: SourceFile, text: string): KindReference | NoKind | undefined {
    if (declaration.kind === 'alias') return this.find(declaration.type, file);
    const { name, place } = declaration;
    const own = this.#kinds.own.find((kind) => kind.place === place);
    if (own !== undefined) {
      const { group, kind, plural, scope, version } = own;
      return { group, version, kind, plural, scope, isOwn: true };
    }
    if (this.#kinds.files.includes(file) && isKind(declaration, file)) return undefined;
    const definition = this.#definitionOf(declaration);
    const reference = definition && referenceOf(definition);
    if (reference !== undefined) return reference;
    return noKind(text, `say which it is: export const ${name} = defineKind<${name}>({ … })`);
  }

  /** Any file may contain the defineKind of a type that is not a kind of the project. */
  #definitionOf(declaration: Declaration): KindDefinition | undefined {
    for (const file of this.#kinds.files) {
      for (const kind of file.kinds) {
        const meaning = this.#kinds.index.lookUp(kind.type ?? kind.name, file);
        if (meaning.from === 'project' && meaning.declaration === declaration) return kind;
      }
    }
    return undefined;
  }

  #ofPackage(
    type: TypeSyntax & { kind: 'reference' },
    file: SourceFile,
    module: string,
  ): KindReference | NoKind | undefined {
    const meaning = this.#kinds.index.lookUpType(type.name, file);
    const hint = `run opgen create api --external-api-module ${module} to import it`;
    if (meaning.from === 'missing') return noKind(`${meaning.name} of '${module}'`, meaning.hint ?? hint);
    if (meaning.from === 'package' && meaning.module !== module)
      return this.#imported(meaning.module, meaning.name, type, file);
    const unread = { message: `the kind ${type.text} of '${module}' cannot be read`, hint };
    return this.#elsewhere(type, file) ?? unread;
  }

  /** Finds a kind by the defineKind in a file outside the sources, or in the JavaScript beside that file. */
  #elsewhere(type: TypeSyntax & { kind: 'reference' }, file: SourceFile): KindReference | NoKind | undefined {
    const meaning = this.#kinds.index.lookUpType(type.name, file);
    if (meaning.from !== 'project') return undefined;
    const { declaration, file: types } = meaning;
    if (declaration.kind === 'alias') return this.find(declaration.type, types);
    const definition = [types, this.#kinds.codeOf(types)]
      .flatMap((each) => each?.kinds ?? [])
      .find((kind) => (kind.type ?? kind.name) === declaration.name);
    return definition && referenceOf(definition);
  }

  #suggestion(name: string, file: SourceFile): string {
    return (
      didYouMean(name, [...file.declarations.keys(), ...file.imports.keys()]) ??
      `import it from where it is declared, or from '@opgen/runtime/kinds/…'`
    );
  }
}

export function isNoKind(found: KindReference | NoKind): found is NoKind {
  return 'message' in found;
}

function noKind(text: string, hint: string): NoKind {
  return { message: `${text} is not a kind`, hint };
}

function referenceOf({ properties }: KindDefinition): KindReference | undefined {
  const [apiVersion, kind, plural, scope] = ['apiVersion', 'kind', 'plural', 'scope'].map(
    (name) => properties.get(name)?.value,
  );
  if (apiVersion === undefined || kind === undefined || plural === undefined) return undefined;
  const slash = apiVersion.indexOf('/');
  return {
    group: apiVersion.slice(0, Math.max(0, slash)),
    version: apiVersion.slice(slash + 1),
    kind,
    plural,
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    isOwn: false,
  };
}
