import { unknownType } from '../diagnostics.ts';
import type { Facts } from '../../kubernetes/facts.ts';
import { fieldMarkers } from '../../markers/definitions/fields.ts';
import { isMarker } from '../../markers/marker.ts';
import type { Member, TypeSyntax } from '../../source/type-syntax.ts';
import type { ProjectMarkers } from '../read-markers.ts';
import type { SourceIndex } from '../source-index.ts';
import { type FieldModel, unreadableType, type TypeModel, withoutUndefined } from '../type-model.ts';
import { conditionalType } from './conditional.ts';
import { DeclaredTypes, enumMember } from './declared-types.ts';
import { indexedType } from './indexed.ts';
import { intersectionType } from './intersection.ts';
import { keyofType } from './keyof.ts';
import { keywordType } from './keyword.ts';
import { mappedType } from './mapped.ts';
import { objectType } from './object.ts';
import { packageType } from './package-type.ts';
import type { Resolution, Scope } from './resolution.ts';
import { standardType } from './standard-type.ts';
import { templateType } from './template.ts';
import { tupleType } from './tuple.ts';
import { typeofType } from './typeof.ts';
import { unionOf } from './union.ts';

/** Resolves the names in types as written. */
export class TypeResolver implements Resolution {
  readonly index: SourceIndex;
  readonly markers: ProjectMarkers;
  readonly facts: Facts | undefined;
  readonly unknownNames: Set<string>;
  readonly #declared = new DeclaredTypes();

  constructor(
    index: SourceIndex,
    markers: ProjectMarkers,
    facts: Facts | undefined,
    unknownNames: Set<string> = new Set(),
  ) {
    this.index = index;
    this.markers = markers;
    this.facts = facts;
    this.unknownNames = unknownNames;
  }

  resolve(type: TypeSyntax, scope: Scope): TypeModel {
    const { place } = type;
    switch (type.kind) {
      case 'keyword':
        return keywordType(type.name, place);
      case 'literal':
        return { kind: 'literals', values: [type.value], place };
      case 'template':
        return templateType(type.parts, place, scope, this);
      case 'array':
        return { kind: 'list', element: this.resolve(type.element, scope), place };
      case 'tuple':
        return tupleType(type.elements, place, scope, this);
      case 'union':
        return unionOf(
          type.members.map((member) => this.resolve(member, scope)),
          place,
        );
      case 'intersection':
        return intersectionType(type.members, place, scope, this);
      case 'object':
        return objectType(type, [], place, scope, this);
      case 'reference':
        return this.#reference(type, scope);
      case 'keyof':
        return keyofType(type, scope, this);
      case 'typeof':
        return typeofType(type, scope, this);
      case 'indexed':
        return indexedType(type, scope, this);
      case 'mapped':
        return mappedType(type, place, scope, this);
      case 'conditional':
        return conditionalType(type, scope, this);
      case 'unsupported':
        return unreadableType(place, `${type.what} has no schema`, type.hint ?? 'write the type out');
    }
  }

  fields(members: readonly Member[], scope: Scope): FieldModel[] {
    return members.flatMap((member) => {
      const { comments, doc, name, place } = member;
      const markers = this.markers.of(comments);
      if (markers.some((marker) => isMarker(marker, fieldMarkers.ignore))) return [];
      const { type, optional } = withoutUndefined(this.resolve(member.type, scope));
      return {
        name,
        place,
        doc,
        markers,
        markersAreIncomplete: this.markers.areIncomplete(comments),
        optional: optional || member.optional,
        type,
      };
    });
  }

  #reference(type: TypeSyntax & { kind: 'reference' }, scope: Scope): TypeModel {
    const { name, place } = type;
    const parameter = scope.parameters.get(name);
    if (parameter !== undefined) return parameter;
    const { comments = [] } = scope.file.imports.get(name.replace(/\..*$/, '')) ?? {};
    const markers = this.markers.of(comments).filter(({ definition }) => definition.on.includes('import'));
    const meant = this.#meaning(type, scope);
    if (markers.length === 0) return meant;
    return { kind: 'named', name, doc: '', markers, markersAreIncomplete: false, type: meant, place };
  }

  #meaning(type: TypeSyntax & { kind: 'reference' }, scope: Scope): TypeModel {
    const { name, place } = type;
    const meaning =
      type.module === undefined
        ? this.index.lookUpType(name, scope.file)
        : this.index.lookUpIn(type.module, name, scope.file);
    switch (meaning.from) {
      case 'project':
        return meaning.member === undefined
          ? this.#declared.resolve(meaning.declaration, meaning.file, type, scope, this)
          : enumMember(meaning.declaration, meaning.member, place);
      case 'class':
        return unreadableType(
          place,
          `${name} is a class, but API objects are plain data`,
          'write an interface',
        );
      case 'package':
        return packageType(meaning.module, meaning.name, place, this.facts);
      case 'missing':
        return unreadableType(
          place,
          `'${meaning.module}' has no type ${meaning.name}`,
          meaning.hint ?? 'see its exports',
          unknownType,
        );
      case 'nowhere':
        return standardType(type, scope, this);
    }
  }
}
