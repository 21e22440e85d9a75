import type { Place } from '../diagnostics.ts';
import type { CommentLine, Documented } from './documented.ts';
import type { IndexSignature, Member, TypeSyntax } from './type-syntax.ts';

/** A comment line that describes neither a declaration nor a field. */
export interface LooseComment extends CommentLine {
  /** What follows it, in words: `class MemcachedReconciler`. Absent at the end of a block or file. */
  above?: string;
}

export interface InterfaceDeclaration extends Documented {
  kind: 'interface';
  file: string;
  typeParameters: readonly TypeParameter[];
  extends: readonly TypeSyntax[];
  members: readonly Member[];
  index?: IndexSignature;
}

export interface TypeAliasDeclaration extends Documented {
  kind: 'alias';
  file: string;
  typeParameters: readonly TypeParameter[];
  type: TypeSyntax;
}

export interface EnumDeclaration extends Documented {
  kind: 'enum';
  file: string;
  members: readonly EnumMember[];
}

export interface EnumMember {
  name: string;
  /** `undefined` when it is computed. */
  value: string | number | undefined;
}

export interface TypeParameter {
  name: string;
  default?: TypeSyntax;
}

export type Declaration = InterfaceDeclaration | TypeAliasDeclaration | EnumDeclaration;

/** A class at the top level of a file, by what it says of itself; the bodies of its methods are not read. */
export interface ClassDeclaration {
  name: string;
  place: Place;
  /** Marker lines above it, which describe the class only if it is of a kind that they know. */
  comments: readonly CommentLine[];
  /** It cannot be instantiated as it stands: somebody else extends it. */
  isAbstract: boolean;
  typeParameters: readonly string[];
  implements: readonly TypeSyntax[];
  /** It may have methods that it does not show. */
  extends: boolean;
  /** The names of its own. */
  methods: readonly string[];
}

/** `const Memcached = defineKind<Memcached>({ … })`. */
export interface KindDefinition {
  name: string;
  file: string;
  place: Place;
  /** The type between `<` and `>`, when it is a name. */
  type?: string;
  /** Properties whose value is a string literal. */
  properties: ReadonlyMap<string, { value: string; place: Place }>;
}

export interface Import {
  /** The exported name; `*` for a namespace. */
  name: string;
  from: string;
  /** Marker lines above the import, about all that it brings; none for what is passed on. */
  comments?: readonly CommentLine[];
}

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  /** By local name. */
  imports: ReadonlyMap<string, Import>;
  /** Names passed on from other modules by `export … from`, by exported name; specifiers of `export *` apart. */
  reexports: ReadonlyMap<string, Import>;
  starExports: readonly string[];
  /** Local names by the names that they are exported under, where the two differ. */
  exports: ReadonlyMap<string, string>;
  declarations: ReadonlyMap<string, Declaration>;
  /** The fields and index signatures of all object types, wherever those are written. */
  fields: readonly Documented[];
  /** What `typeof` says of the constants at the top level. */
  constants: ReadonlyMap<string, TypeSyntax>;
  classes: readonly ClassDeclaration[];
  kinds: readonly KindDefinition[];
  loose: readonly LooseComment[];
  syntaxErrors: readonly { message: string; place: Place }[];
}
