import type { Diagnostic } from '../diagnostics.ts';
import type { BuiltInResources } from '../kubernetes/built-in-resources.ts';
import type { Facts } from '../kubernetes/facts.ts';
import type { InterfaceDeclaration, KindDefinition, SourceFile } from '../source/source-file.ts';
import type { Member, TypeSyntax } from '../source/type-syntax.ts';
import type { ApiModel, KindModel } from './api-model.ts';
import type { FieldModel } from './type-model.ts';
import type { ModuleKind } from './find-kind.ts';
import { invalidDefineKind, missingDefineKind, specThatMayBeMissing, syntaxError } from './diagnostics.ts';
import { type CodeInUse, readCodeInUse } from './code-in-use.ts';
import { readClasses } from './read-classes.ts';
import { isCustomResource, isKind, type ProjectMarkers, readMarkers } from './read-markers.ts';
import type { Scope } from './types/resolution.ts';
import { namedDefaults } from './types/defaults.ts';
import { TypeResolver } from './types/resolve-type.ts';
import { type OtherFiles, SourceIndex } from './source-index.ts';
import { fieldsOf } from './types/fields-of.ts';

/**
 * The kinds of a project, and the markers that belong to no declaration.
 *
 * A kind is an interface that extends `CustomResource` or `CustomObject`, together with its `defineKind`. Problems are
 * added to `problems`, and the model contains the rest, so that one run reports every problem.
 */
export function buildModel(
  files: readonly SourceFile[],
  known: {
    /** Required if a file uses a type of Kubernetes. */
    facts?: Facts | undefined;
    resources: BuiltInResources;
    ofModules: readonly ModuleKind[];
    /** Files outside the sources, for imported types. */
    others?: OtherFiles;
    /** Receives the names of types that no file declares or imports. */
    unknownNames?: Set<string>;
  },
  problems: Diagnostic[],
): ApiModel {
  for (const { syntaxErrors } of files) {
    for (const error of syntaxErrors) problems.push(syntaxError(error));
  }
  const markers = readMarkers(files, problems);
  const index = new SourceIndex(files, known.others && withMarkers(known.others, markers, problems));
  const resolver = new TypeResolver(index, markers, known.facts, known.unknownNames);
  // The kind of a class does not depend on markers, so those of other packages are not validated.
  const plainIndex = new SourceIndex(files, known.others);
  const codeInUse = readCodeInUse(files, plainIndex);
  const kinds = files.flatMap((file) =>
    [...file.declarations.values()].flatMap((declaration) =>
      isKind(declaration, file)
        ? (readKind(declaration, file, resolver, markers, codeInUse, problems) ?? [])
        : [],
    ),
  );
  problems.push(...files.flatMap(kindsThatAreAliases));
  const { ofModules, resources } = known;
  const classes = readClasses(
    {
      files,
      index: plainIndex,
      own: kinds,
      builtIn: resources,
      ofModules,
      codeOf: ({ path }) => known.others?.codeOf(path),
    },
    markers,
    codeInUse,
    problems,
  );
  return { kinds, fileMarkers: markers.fileMarkers, ...classes };
}

function readKind(
  declaration: InterfaceDeclaration,
  file: SourceFile,
  resolver: TypeResolver,
  markers: ProjectMarkers,
  codeInUse: CodeInUse | undefined,
  problems: Diagnostic[],
): KindModel | undefined {
  const scope: Scope = { file, parameters: new Map() };
  const fields = readFields(declaration, resolver, scope, problems);
  if (declaration.typeParameters.length > 0) {
    problems.push(
      missingDefineKind({
        message: `the kind ${declaration.name} has type parameters`,
        hint: 'declare an interface without type parameters for each kind, and share the types of spec and status',
        place: declaration.place,
      }),
    );
    return undefined;
  }
  const definition = file.kinds.find((kind) => kind.type === declaration.name);
  if (definition === undefined) {
    problems.push(
      missingDefineKind({
        message: `the kind ${declaration.name} has no defineKind`,
        hint: `add: export const ${declaration.name} = defineKind<${declaration.name}>({ apiVersion, kind, plural, scope })`,
        place: declaration.place,
      }),
    );
    return undefined;
  }
  const identity = readIdentity(definition, declaration, problems);
  if (identity === undefined) return undefined;
  return {
    ...identity,
    file: file.path,
    place: declaration.place,
    doc: declaration.doc,
    isUsed: codeInUse?.has(file, definition.name) !== false,
    markers: markers.of(declaration.comments),
    markersAreIncomplete: markers.areIncomplete(declaration.comments),
    fields,
    defaults: declaration.extends.flatMap((type) => namedDefaults(type, scope, resolver) ?? []),
  };
}

/** Calls of defineKind for a type alias, which would otherwise be ignored silently. */
function kindsThatAreAliases(file: SourceFile): Diagnostic[] {
  return file.kinds.flatMap(({ type: name = '' }): Diagnostic[] => {
    const declaration = file.declarations.get(name);
    if (declaration?.kind !== 'alias') return [];
    const { place, type } = declaration;
    const parts = type.kind === 'intersection' ? type.members : [type];
    const base = parts.find((part) => isCustomResource(part, file));
    if (base === undefined) return [];
    const message = `the kind ${name} is a type alias, but must be an interface`;
    const hint = `write: interface ${name} extends ${base.text} { … }`;
    return [invalidDefineKind({ message, hint, place })];
  });
}

/** Reads the markers of each of these files when the file is read. */
function withMarkers(others: OtherFiles, markers: ProjectMarkers, problems: Diagnostic[]): OtherFiles {
  const known = new Set<string>();
  return {
    resolve: (module, from) => others.resolve(module, from),
    codeOf: (path) => others.codeOf(path),
    read(path) {
      const file = others.read(path);
      if (file === undefined || known.has(path)) return file;
      known.add(path);
      for (const error of file.syntaxErrors) problems.push(syntaxError(error));
      markers.add(file);
      return file;
    },
  };
}

/** `spec` and `status` of `CustomResource<Spec, Status>`, and the fields that the interface declares or inherits. */
function readFields(
  declaration: InterfaceDeclaration,
  resolver: TypeResolver,
  scope: Scope,
  problems: Diagnostic[],
): FieldModel[] {
  const isBase = (type: TypeSyntax): boolean => isCustomResource(type, scope.file);
  const base = declaration.extends.find(isBase);
  const [spec, status] = base?.kind === 'reference' ? base.arguments : [];
  const given = declaration.members.filter(({ name }) => !['apiVersion', 'kind', 'metadata'].includes(name));
  const named = new Set(given.map(({ name }) => name));
  const members: Member[] = [...given];
  if (status !== undefined && !isNever(status) && !named.has('status'))
    members.unshift(member('status', status, true));
  if (spec !== undefined && !isNever(spec) && !named.has('spec'))
    members.unshift(member('spec', spec, false));
  const written = resolver.fields(members, scope);
  const optionalSpec = written.find((field) => field.name === 'spec' && isMarkedOptional(field));
  if (optionalSpec !== undefined && spec !== undefined)
    problems.push(
      specThatMayBeMissing({
        message: `the API server accepts a ${declaration.name} without a spec, but its type promises one`,
        hint: `extend CustomObject instead of CustomResource, and declare: spec?: ${spec.text};`,
        place: optionalSpec.place,
      }),
    );
  const others = declaration.extends.filter(
    (type) => !isBase(type) && namedDefaults(type, scope, resolver) === undefined,
  );
  const inherited = others.flatMap((type) => {
    const taken = fieldsOf(resolver.resolve(type, scope), type, resolver.facts);
    problems.push(...taken.problems);
    return taken.fields.filter(({ name }) => !members.some((own) => own.name === name));
  });
  return [...inherited, ...written];
}

function isMarkedOptional({ markers }: FieldModel): boolean {
  return markers.some(({ definition }) => definition.presence === 'optional');
}

function isNever(type: TypeSyntax): boolean {
  return type.kind === 'keyword' && type.name === 'never';
}

function member(name: string, type: TypeSyntax, optional: boolean): Member {
  return { name, place: type.place, doc: '', comments: [], optional, type };
}

type Identity = Pick<KindModel, 'group' | 'version' | 'kind' | 'plural' | 'scope'>;

function readIdentity(
  definition: KindDefinition,
  declaration: InterfaceDeclaration,
  problems: Diagnostic[],
): Identity | undefined {
  const error = (message: string, hint: string, place = definition.place): undefined => {
    problems.push(invalidDefineKind({ message, hint, place }));
  };
  const [apiVersion, kind, plural, scope] = ['apiVersion', 'kind', 'plural', 'scope'].map(
    (name) =>
      definition.properties.get(name) ??
      error(
        `defineKind requires ${name} as a string literal`,
        `write ${name}: '…' directly in the call: opgen does not run your code`,
      ),
  );
  if (apiVersion === undefined || kind === undefined || plural === undefined || scope === undefined)
    return undefined;
  for (const [name, defined] of Object.entries({ apiVersion, kind })) {
    const type = declaration.members.find((field) => field.name === name)?.type;
    if (type?.kind !== 'literal' || type.value === defined.value) continue;
    error(
      `defineKind has ${name} '${defined.value}', but the interface has ${type.text}`,
      'make them equal',
      defined.place,
    );
  }
  const [, group, version] = /^([^/]+)\/([^/]+)$/.exec(apiVersion.value) ?? [];
  if (group === undefined || version === undefined) {
    return error(
      `'${apiVersion.value}' is not <group>/<version>`,
      "for example 'cache.example.com/v1'",
      apiVersion.place,
    );
  }
  if (scope.value !== 'Namespaced' && scope.value !== 'Cluster') {
    return error(`invalid scope '${scope.value}'`, 'write Namespaced or Cluster', scope.place);
  }
  return { group, version, kind: kind.value, plural: plural.value, scope: scope.value };
}
