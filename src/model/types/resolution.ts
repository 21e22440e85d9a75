import type { Facts } from '../../kubernetes/facts.ts';
import type { SourceFile } from '../../source/source-file.ts';
import type { Member, TypeSyntax } from '../../source/type-syntax.ts';
import type { ProjectMarkers } from '../read-markers.ts';
import type { SourceIndex } from '../source-index.ts';
import type { FieldModel, TypeModel } from '../type-model.ts';

/** Where a type is written: the file, and the values of the type parameters in scope. */
export interface Scope {
  file: SourceFile;
  parameters: ReadonlyMap<string, TypeModel>;
}

/** What the resolution of one kind of type needs from the resolver. */
export interface Resolution {
  readonly index: SourceIndex;
  readonly markers: ProjectMarkers;
  /** Absent if no file imports a type of Kubernetes. */
  readonly facts: Facts | undefined;
  /** Names that no file declares or imports; with facts, their problem names a module that exports them. */
  readonly unknownNames: Set<string>;
  resolve(type: TypeSyntax, scope: Scope): TypeModel;
  fields(members: readonly Member[], scope: Scope): FieldModel[];
}

export function withParameter(scope: Scope, name: string, type: TypeModel): Scope {
  return { ...scope, parameters: new Map([...scope.parameters, [name, type]]) };
}
