import type { Diagnostic, Place } from '../../diagnostics.ts';
import type { Facts } from '../../kubernetes/facts.ts';
import type { Member } from '../../source/source-file.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import type { ProjectMarkers } from '../read-markers.ts';
import type { SourceIndex } from '../source-index.ts';
import type { FieldModel, TypeModel } from '../type-model.ts';
import { DeclaredTypes } from './declared-types.ts';
import { keywordType } from './keyword.ts';
import { intersectionType, objectType } from './object.ts';
import { packageType } from './package-type.ts';
import type { Resolution, Scope } from './resolution.ts';
import { standardType } from './standard-type.ts';
import { tupleType } from './tuple.ts';
import { isKeyword, unionType } from './union.ts';

/** Turns types as written into types with all names looked up; what cannot be read is reported once. */
export class TypeResolver implements Resolution {
  readonly index: SourceIndex;
  readonly markers: ProjectMarkers;
  readonly facts: Facts | undefined;
  readonly #problems: Diagnostic[];
  readonly #declared = new DeclaredTypes();

  constructor(index: SourceIndex, markers: ProjectMarkers, facts: Facts | undefined, problems: Diagnostic[]) {
    this.index = index;
    this.markers = markers;
    this.facts = facts;
    this.#problems = problems;
  }

  resolve(type: TypeSyntax, scope: Scope): TypeModel {
    const { place } = type;
    switch (type.kind) {
      case 'keyword':
        return keywordType(type.name, place, this);
      case 'literal':
        return { kind: 'literals', values: [type.value], place };
      case 'template':
        return { kind: 'primitive', type: 'string', place };
      case 'array':
        return { kind: 'list', element: this.resolve(type.element, scope), place };
      case 'tuple':
        return tupleType(type.elements, place, scope, this);
      case 'union':
        return unionType(type.members, place, scope, this);
      case 'intersection':
        return intersectionType(type.members, place, scope, this);
      case 'object':
        return objectType(type, [], place, scope, this);
      case 'reference':
        return this.#reference(type, scope);
      case 'unsupported':
        return this.refuse(place, `${type.what} cannot be turned into a schema`, 'write the type out');
    }
  }

  fields(members: readonly Member[], scope: Scope): FieldModel[] {
    return members.map((member) => {
      const { type, optional } = withoutUndefined(member.type);
      return {
        name: member.name,
        place: member.place,
        doc: member.doc,
        markers: this.markers.of(member.comments),
        markersAreIncomplete: this.markers.areIncomplete(member.comments),
        optional: optional || member.optional,
        type: this.resolve(type, scope),
      };
    });
  }

  refuse(place: Place, message: string, hint: string, code: Diagnostic['code'] = 'OPG1201'): TypeModel {
    this.#problems.push({ code, severity: 'error', message, hint, place });
    return { kind: 'unreadable', place };
  }

  warn(place: Place, message: string, hint: string, code: Diagnostic['code']): void {
    this.#problems.push({ code, severity: 'warning', message, hint, place });
  }

  #reference(type: TypeSyntax & { kind: 'reference' }, scope: Scope): TypeModel {
    const parameter = scope.parameters.get(type.name);
    if (parameter !== undefined) return parameter;
    const meaning = this.index.lookUp(type.name, scope.file);
    switch (meaning.from) {
      case 'project':
        return this.#declared.resolve(meaning.declaration, meaning.file, type, scope, this);
      case 'package':
        return packageType(meaning.module, meaning.name, type.place, this);
      case 'nowhere':
        return standardType(type, scope, this);
    }
  }
}

function withoutUndefined(type: TypeSyntax): { type: TypeSyntax; optional: boolean } {
  if (type.kind !== 'union') return { type, optional: false };
  const members = type.members.filter((member) => !isKeyword(member, 'undefined'));
  return { type: { ...type, members }, optional: members.length < type.members.length };
}
