import { recursiveType, unknownType } from '../diagnostics.ts';
import type { Place } from '../../diagnostics.ts';
import type { Declaration, EnumDeclaration, SourceFile } from '../../source/source-file.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { keyOf, unreadableType, type TypeModel } from '../type-model.ts';
import { objectType } from './object.ts';
import type { Resolution, Scope } from './resolution.ts';

/** A declaration that is being resolved, with its type arguments and the reference to it. */
interface Open {
  declaration: Declaration;
  key: string;
  place: Place;
}

/** Deeper than real types nest, and small enough to detect infinite types quickly. */
const deepest = 100;

/** Resolves the types that the project declares, each once, and detects cycles. */
export class DeclaredTypes {
  readonly #resolved = new Map<Declaration, TypeModel>();
  readonly #open: Open[] = [];

  /** The type that a reference to a declaration means. `from` is the scope of the type arguments. */
  resolve(
    declaration: Declaration,
    file: SourceFile,
    reference: TypeSyntax & { kind: 'reference' },
    from: Scope,
    resolution: Resolution,
  ): TypeModel {
    const known = this.#resolved.get(declaration);
    if (known !== undefined) return known;
    const parameters = declaration.kind === 'enum' ? [] : declaration.typeParameters;
    const bound = new Map<string, TypeModel>();
    parameters.forEach((parameter, position) => {
      const argument = reference.arguments[position];
      if (argument !== undefined) bound.set(parameter.name, resolution.resolve(argument, from));
      else if (parameter.default !== undefined)
        bound.set(parameter.name, resolution.resolve(parameter.default, { file, parameters: bound }));
    });

    const { name, doc, place, comments } = declaration;
    const lacking = parameters.find((parameter) => !bound.has(parameter.name));
    if (lacking !== undefined)
      return unreadableType(
        reference.place,
        `${name} requires the type argument ${lacking.name}`,
        'add it between < and >',
      );
    const key = parameters.map((parameter) => keyOf(bound.get(parameter.name) as TypeModel)).join();
    const cycle = this.#cycleTo(declaration, key, reference.place);
    if (cycle !== undefined) return cycle;

    this.#open.push({ declaration, key, place: reference.place });
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

  /** The error for a recursive type, with the path of the cycle. */
  #cycleTo(declaration: Declaration, key: string, place: Place): TypeModel | undefined {
    const start = this.#open.findIndex((open) => open.declaration === declaration && open.key === key);
    const isTooDeep = this.#open.length >= deepest;
    if (start === -1 && !isTooDeep) return undefined;
    const steps = [...this.#open.slice(Math.max(start, this.#open.length - 5) + 1), { declaration, place }];
    const first = (start === -1 ? undefined : this.#open[start])?.declaration ?? declaration;
    const way = steps.map((step) => `${step.declaration.name} (${step.place.file}:${step.place.line})`);
    return unreadableType(
      place,
      `${declaration.name} is recursive: ${[first.name, ...way].join(' → ')}`,
      'schemas cannot be recursive: break the cycle, or write unknown or RawExtension where it repeats',
      recursiveType,
    );
  }
}

function bodyOf(declaration: Declaration, scope: Scope, resolution: Resolution): TypeModel {
  switch (declaration.kind) {
    case 'alias':
      return resolution.resolve(declaration.type, scope);
    case 'interface':
      return objectType(declaration, declaration.extends, declaration.place, scope, resolution);
    case 'enum':
      return enumType(declaration);
  }
}

function enumType({ members, place }: EnumDeclaration): TypeModel {
  const values = members.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const mixed = new Set(values.map((value) => typeof value)).size !== 1;
  if (!mixed && values.length === members.length) return { kind: 'literals', values, place };
  return unreadableType(
    place,
    'the values of an enum must be all strings or all numbers',
    'initialize each member with a literal',
  );
}

/** `Season.Winter`: one member of an enum. */
export function enumMember(declaration: Declaration, name: string, place: Place): TypeModel {
  const member =
    declaration.kind === 'enum' ? declaration.members.find((each) => each.name === name) : undefined;
  if (member?.value === undefined)
    return unreadableType(
      place,
      `${declaration.name} has no member ${name}`,
      'see its declaration',
      unknownType,
    );
  return { kind: 'literals', values: [member.value], place };
}
