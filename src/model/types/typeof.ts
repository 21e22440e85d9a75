import { unknownType } from '../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { bareField, objectOf, unreadableType, type TypeModel } from '../type-model.ts';
import { fieldsIn } from './fields-of.ts';
import type { Resolution, Scope } from './resolution.ts';

/** `typeof phases`: the type of a constant or of a part of it. An enum is an object with its members as fields. */
export function typeofType(
  { module, name, place, text }: TypeSyntax & { kind: 'typeof' },
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const meaning = resolution.index.lookUpValue(name, scope.file, module);
  if (meaning === undefined) {
    return unreadableType(
      place,
      `opgen cannot evaluate ${text}`,
      "use a constant at the top level of a file: const phases = ['Pending', 'Ready'] as const",
      unknownType,
    );
  }
  const { file, path, value } = meaning;
  const type: TypeModel =
    value.kind === 'enum'
      ? objectOf(
          value.members.map((member) => {
            const values = member.value === undefined ? [] : [member.value];
            return bareField(member.name, { kind: 'literals', values, place }, value.place);
          }),
          place,
        )
      : resolution.resolve(value, { file, parameters: new Map() });
  return path.reduce((of: TypeModel, part) => {
    const field = fieldsIn(of)?.find((each) => each.name === part);
    return of.kind === 'unreadable'
      ? of
      : (field?.type ??
          unreadableType(place, `${name} has no property ${part}`, 'see its declaration', unknownType));
  }, type);
}
