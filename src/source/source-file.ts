import type { Place } from '../diagnostics.ts';
import type { CommentLine, Documented } from './documented.ts';
import type { IndexSignature, Member, TypeSyntax } from './type-syntax.ts';

/** A comment line that describes neither a declaration nor a field. */
export interface LooseComment extends CommentLine {
  /** The node below it, in words: `class MemcachedReconciler`. Absent at the end of a block or file. */
  above?: string;
}

/** The statement of a declaration at the top level of a file. */
export interface DeclarationStatement {
  /** The offset in the text of the file, after the comments above it. */
  start: number;
  /** Whether it begins with `export`, so that its name is the exported one. See `exports` for other ways. */
  hasExport: boolean;
}

export interface InterfaceDeclaration extends Documented, DeclarationStatement {
  kind: 'interface';
  file: string;
  typeParameters: readonly TypeParameter[];
  extends: readonly TypeSyntax[];
  members: readonly Member[];
  index?: IndexSignature;
}

export interface TypeAliasDeclaration extends Documented, DeclarationStatement {
  kind: 'alias';
  file: string;
  typeParameters: readonly TypeParameter[];
  type: TypeSyntax;
}

export interface EnumDeclaration extends Documented, DeclarationStatement {
  kind: 'enum';
  file: string;
  members: readonly EnumMember[];
}

export interface EnumMember {
  name: string;
  /** `undefined` if computed. */
  value: string | number | undefined;
}

export interface TypeParameter {
  name: string;
  default?: TypeSyntax;
}

export type Declaration = InterfaceDeclaration | TypeAliasDeclaration | EnumDeclaration;

/** A class at the top level of a file, without the bodies of its methods. */
export interface ClassDeclaration extends DeclarationStatement {
  name: string;
  place: Place;
  /** The marker lines above it. They describe the class only if it is a webhook class. */
  comments: readonly CommentLine[];
  isAbstract: boolean;
  typeParameters: readonly string[];
  implements: readonly TypeSyntax[];
  /** Whether it has a base class, from which it may inherit methods. */
  extends: boolean;
  /** The names of its own methods, without inherited ones. */
  methods: readonly string[];
}

/** `const Memcached = defineKind<Memcached>({ … })`. */
export interface KindDefinition {
  name: string;
  file: string;
  place: Place;
  /** The type argument, if it is a name. */
  type?: string;
  /** Properties whose value is a string literal. */
  properties: ReadonlyMap<string, { value: string; place: Place }>;
}

export interface Import {
  /** The exported name; `*` for a namespace. */
  name: string;
  from: string;
  /** Marker lines above the import, which apply to all its names. Absent for re-exports. */
  comments?: readonly CommentLine[];
}

/** A call that registers a webhook or a converter at the manager. */
export interface WebhookRegistration {
  as: 'Defaulter' | 'Validator' | 'Converter' | 'MutatingHandler' | 'ValidatingHandler';
  /** The kind, as the call names it; the storage version of a conversion. Absent for the handlers of requests. */
  kind?: string;
  /** The other version of a conversion. */
  spoke?: string;
  /** Absent for the default path. Registrations with a computed path are not read. */
  path?: string;
  place: Place;
  /** The top-level declaration that contains the call; empty for code that runs when the file is loaded. */
  within: string;
}

/** What the code of a file does, as far as `opgen manifests` needs it. Types are not code. */
export interface Code {
  /**
   * The names that code mentions, by the function, class or constant at the top level that contains the code. The empty
   * name has the code that runs when the file is loaded.
   */
  uses: ReadonlyMap<string, ReadonlySet<string>>;
  /** The modules that `import()` and `require` load; undefined for a computed one. */
  loads: readonly (string | undefined)[];
  registrations: readonly WebhookRegistration[];
}

export interface SourceFile extends Code {
  /** Relative to the project, with forward slashes. */
  path: string;
  /** By local name. */
  imports: ReadonlyMap<string, Import>;
  /** Names that `export … from` re-exports, by exported name. `starExports` has the modules of `export *`. */
  reexports: ReadonlyMap<string, Import>;
  starExports: readonly string[];
  /** Local names by exported name, where the two differ. */
  exports: ReadonlyMap<string, string>;
  declarations: ReadonlyMap<string, Declaration>;
  /** The fields and index signatures of all object types in the file. */
  fields: readonly Documented[];
  /** The types of the constants at the top level, for `typeof`. */
  constants: ReadonlyMap<string, TypeSyntax>;
  classes: readonly ClassDeclaration[];
  kinds: readonly KindDefinition[];
  loose: readonly LooseComment[];
  syntaxErrors: readonly { message: string; place: Place }[];
}
