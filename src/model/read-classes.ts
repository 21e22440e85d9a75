import type { Diagnostic, Place } from '../diagnostics.ts';
import type { ClassDeclaration, SourceFile } from '../source/source-file.ts';
import type { TypeSyntax } from '../source/type-syntax.ts';
import type {
  AdmissionClass,
  ApiModel,
  ConverterClass,
  KindReference,
  Registration,
  UnusedClass,
} from './api-model.ts';
import type { CodeInUse } from './code-in-use.ts';
import { notAKind } from './diagnostics.ts';
import type { ProjectMarkers } from './read-markers.ts';
import { isNoKind, KindFinder, type KnownKinds } from './find-kind.ts';

/**
 * The webhook classes: those that implement Defaulter, Validator, MutatingHandler, ValidatingHandler or Converter of the
 * runtime.
 *
 * Abstract classes and classes with type parameters are base classes and have no webhook.
 */
export function readClasses(
  kinds: KnownKinds,
  markers: ProjectMarkers,
  codeInUse: CodeInUse | undefined,
  problems: Diagnostic[],
): Pick<ApiModel, 'admissionClasses' | 'converterClasses' | 'unusedClasses' | 'registrations'> {
  const finder = new KindFinder(kinds);
  const unusedClasses: UnusedClass[] = [];
  const admissionClasses: AdmissionClass[] = [];
  const converterClasses: ConverterClass[] = [];
  for (const file of kinds.files) {
    for (const declaration of file.classes) {
      const { comments, methods, name, place } = declaration;
      const isUsed = codeInUse?.has(file, name) !== false;
      if (!isUsed) unusedClasses.push({ name, place, markers: markers.of(comments) });
      if (declaration.isAbstract || declaration.typeParameters.length > 0) continue;
      const handles: AdmissionClass['handles'][number][] = [];
      for (const { of, types } of interfacesOf(declaration, file, kinds)) {
        if (of === 'MutatingHandler' || of === 'ValidatingHandler') {
          handles.push({ as: of });
          continue;
        }
        const [first, second] = types.map((type) => kindOf(finder, type, file));
        if (of !== 'Converter') {
          if (first !== undefined) handles.push({ as: of, kind: first });
          continue;
        }
        for (const kind of [first, second]) if (kind !== undefined && isProblem(kind)) problems.push(kind);
        if (isKnown(first) && isKnown(second))
          converterClasses.push({ name, place, isUsed, hub: first, spoke: second });
      }
      if (handles.length === 0) continue;
      const showsAllMethods = !declaration.extends;
      admissionClasses.push({
        name,
        place,
        isUsed,
        handles,
        methods,
        showsAllMethods,
        markers: markers.of(comments),
      });
    }
  }
  const registrations =
    codeInUse === undefined ? [] : kinds.files.flatMap((file) => registrationsIn(file, finder, codeInUse));
  return { admissionClasses, converterClasses, unusedClasses, registrations };
}

/** The registrations in running code of kinds that are known. */
function registrationsIn(file: SourceFile, finder: KindFinder, codeInUse: CodeInUse): Registration[] {
  const kindNamed = (name: string, place: Place): KindReference | undefined => {
    const found = finder.find({ kind: 'reference', name, text: name, place, arguments: [] }, file);
    return found === undefined || isNoKind(found) ? undefined : found;
  };
  return file.registrations.flatMap(({ as, kind: name, path, place, spoke: spokeName, within }) => {
    const kind = name === undefined ? undefined : kindNamed(name, place);
    const spoke = spokeName === undefined ? undefined : kindNamed(spokeName, place);
    const isKnownKind =
      (name === undefined || kind !== undefined) && (spokeName === undefined || spoke !== undefined);
    return isKnownKind && codeInUse.has(file, within) ? { as, kind, spoke, path, place } : [];
  });
}

/** Undefined for a kind whose declaration has a problem, which is reported at the declaration. */
function kindOf(
  finder: KindFinder,
  type: TypeSyntax,
  file: SourceFile,
): KindReference | Diagnostic | undefined {
  const found = finder.find(type, file);
  if (found === undefined || !isNoKind(found)) return found;
  return notAKind({ ...found, place: type.place });
}

export function isProblem(kind: KindReference | Diagnostic): kind is Diagnostic {
  return 'code' in kind;
}

function isKnown(kind: KindReference | Diagnostic | undefined): kind is KindReference {
  return kind !== undefined && !isProblem(kind);
}

/** The least and the greatest number of type arguments of each interface. */
const interfaces = {
  Defaulter: [1, 1],
  Validator: [1, 1],
  Converter: [2, 2],
  MutatingHandler: [0, 1],
  ValidatingHandler: [0, 1],
} as const;

type Interface = keyof typeof interfaces;

function interfacesOf(
  declaration: ClassDeclaration,
  file: SourceFile,
  { index }: KnownKinds,
): { of: Interface; types: readonly TypeSyntax[] }[] {
  return declaration.implements.flatMap((type) => {
    if (type.kind !== 'reference') return [];
    const meaning = index.lookUp(type.name, file);
    if (meaning.from !== 'package' || meaning.module !== '@opgen/runtime') return [];
    const of = meaning.name as Interface;
    if (!Object.hasOwn(interfaces, of)) return [];
    const [least, most] = interfaces[of];
    const count = type.arguments.length;
    return count < least || count > most ? [] : { of, types: type.arguments };
  });
}
