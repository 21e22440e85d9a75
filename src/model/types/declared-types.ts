import type { Declaration, SourceFile } from '../../source/source-file.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import type { TypeModel } from '../type-model.ts';
import { inheritedFields, objectType } from './object.ts';
import type { Resolution, Scope } from './resolution.ts';

/** The types that the project declares, each resolved once, and those that are being resolved. */
export class DeclaredTypes {
  readonly #resolved = new Map<Declaration, TypeModel>();
  readonly #open: Declaration[] = [];

  /** What a reference to a declaration stands for; its arguments are written in the scope `from`. */
  resolve(
    declaration: Declaration,
    file: SourceFile,
    reference: TypeSyntax & { kind: 'reference' },
    from: Scope,
    resolution: Resolution,
  ): TypeModel {
    const known = this.#resolved.get(declaration);
    if (known !== undefined) return known;
    const start = this.#open.indexOf(declaration);
    if (start !== -1) {
      const cycle = [...this.#open.slice(start), declaration].map(({ name }) => name).join(' → ');
      return resolution.refuse(
        reference.place,
        `${declaration.name} contains itself: ${cycle}`,
        'a schema must end: break the cycle, or say unknown or RawExtension where it repeats',
        'OPG1203',
      );
    }
    const parameters = declaration.kind === 'enum' ? [] : declaration.typeParameters;
    const bound = new Map<string, TypeModel>();
    parameters.forEach((parameter, position) => {
      const argument = reference.arguments[position];
      if (argument !== undefined) bound.set(parameter.name, resolution.resolve(argument, from));
      else if (parameter.default !== undefined)
        bound.set(parameter.name, resolution.resolve(parameter.default, { file, parameters: bound }));
    });

    this.#open.push(declaration);
    const { name, doc, place, comments } = declaration;
    const type = bodyOf(declaration, { file, parameters: bound }, resolution);
    this.#open.pop();
    const model: TypeModel = {
      kind: 'named',
      name,
      doc,
      markers: resolution.markers.of(comments),
      markersAreIncomplete: resolution.markers.areIncomplete(comments),
      type,
      place,
    };
    if (parameters.length === 0) this.#resolved.set(declaration, model);
    return model;
  }
}

function bodyOf(declaration: Declaration, scope: Scope, resolution: Resolution): TypeModel {
  const { place } = declaration;
  switch (declaration.kind) {
    case 'alias':
      return resolution.resolve(declaration.type, scope);
    case 'interface':
      return objectType(
        declaration,
        inheritedFields(declaration.extends, scope, resolution),
        place,
        scope,
        resolution,
      );
    case 'enum': {
      const values = declaration.values.filter((value) => value !== undefined);
      const mixed = new Set(values.map((value) => typeof value)).size !== 1;
      if (!mixed && values.length === declaration.values.length) return { kind: 'literals', values, place };
      return resolution.refuse(
        place,
        'the values of an enum must be all strings or all numbers',
        'write them out',
      );
    }
  }
}
