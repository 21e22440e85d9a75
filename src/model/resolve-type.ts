import { type Diagnostic, nearestName, type Place } from '../diagnostics.ts';
import type { Facts } from '../kubernetes/facts.ts';
import type { Declaration, Member, SourceFile } from '../source/source-file.ts';
import type { TypeSyntax } from '../source/type-syntax.ts';
import type { FieldModel, TypeModel } from './type-model.ts';
import type { ProjectMarkers } from './read-markers.ts';
import type { SourceIndex } from './source-index.ts';
import { schemaOfClientNodeType, schemaOfKind, typesOfModule } from '../kubernetes/built-in-types.ts';
import { runtimeTypes } from '../kubernetes/runtime-types.ts';
import { isUtility, type Utility, utilities } from './utility-types.ts';

/** Where a type is written: the file, and what the type parameters around it stand for. */
export interface Scope {
  file: SourceFile;
  parameters: ReadonlyMap<string, TypeModel>;
}

/** Turns types as written into types with all names looked up; what cannot be read is reported once. */
export class TypeResolver {
  readonly #index: SourceIndex;
  readonly #markers: ProjectMarkers;
  readonly #facts: Facts | undefined;
  readonly #problems: Diagnostic[];
  readonly #resolved = new Map<Declaration, TypeModel>();
  readonly #open: Declaration[] = [];

  constructor(index: SourceIndex, markers: ProjectMarkers, facts: Facts | undefined, problems: Diagnostic[]) {
    this.#index = index;
    this.#markers = markers;
    this.#facts = facts;
    this.#problems = problems;
  }

  resolve(type: TypeSyntax, scope: Scope): TypeModel {
    const { place } = type;
    switch (type.kind) {
      case 'keyword':
        return this.#keyword(type.name, place);
      case 'literal':
        return { kind: 'literals', values: [type.value], place };
      case 'template':
        return { kind: 'primitive', type: 'string', place };
      case 'array':
        return { kind: 'list', element: this.resolve(type.element, scope), place };
      case 'tuple':
        return this.#tuple(type.elements, place, scope);
      case 'union':
        return this.#union(type.members, place, scope);
      case 'intersection':
        return this.#intersection(type.members, place, scope);
      case 'object':
        return this.#object(type, place, scope);
      case 'reference':
        return this.#reference(type, scope);
      case 'unsupported':
        return this.#unreadable(place, `${type.what} cannot be turned into a schema`, 'write the type out');
    }
  }

  fields(members: readonly Member[], scope: Scope): FieldModel[] {
    return members.map((member) => {
      const { type, optional } = withoutUndefined(member.type);
      return {
        name: member.name,
        place: member.place,
        doc: member.doc,
        markers: this.#markers.of(member.comments),
        markersAreIncomplete: this.#markers.areIncomplete(member.comments),
        optional: optional || member.optional,
        type: this.resolve(type, scope),
      };
    });
  }

  #keyword(name: string, place: Place): TypeModel {
    switch (name) {
      case 'string':
      case 'boolean':
        return { kind: 'primitive', type: name, place };
      case 'number':
        this.#problems.push({
          code: 'OPG1204',
          severity: 'warning',
          message: 'a bare number becomes an integer of no particular size',
          hint: "say Int32, Int64 or Double, from '@opgen/runtime'",
          place,
        });
        return { kind: 'primitive', type: 'integer', place };
      case 'unknown':
        return { kind: 'anything', place };
      case 'object':
        return { kind: 'openObject', place };
      case 'any':
        return this.#unreadable(
          place,
          'any says nothing that a schema could',
          'say unknown to accept every value',
        );
      default:
        return this.#unreadable(place, `${name} cannot be turned into a schema`, 'JSON has no such value');
    }
  }

  #tuple(elements: readonly TypeSyntax[], place: Place, scope: Scope): TypeModel {
    const [first] = elements;
    if (first === undefined || elements.some(({ text }) => text !== first.text)) {
      return this.#unreadable(
        place,
        'a tuple of different types cannot be turned into a schema',
        'make it an object',
      );
    }
    return { kind: 'list', element: this.resolve(first, scope), length: elements.length, place };
  }

  #union(members: readonly TypeSyntax[], place: Place, scope: Scope): TypeModel {
    const others = members.filter((member) => !isNull(member));
    const type = this.#nonNullUnion(others, place, scope);
    return others.length < members.length ? { kind: 'nullable', type, place } : type;
  }

  #nonNullUnion(members: readonly TypeSyntax[], place: Place, scope: Scope): TypeModel {
    const [only, ...more] = members;
    if (only !== undefined && more.length === 0) return this.resolve(only, scope);
    const keywords = members.map((member) => (member.kind === 'keyword' ? member.name : '')).toSorted();
    if (keywords.join() === 'number,string') return { kind: 'runtime', name: 'IntOrString', place };

    const resolved = members.map((member) => unwrapped(this.resolve(member, scope)));
    if (resolved.some(({ kind }) => kind === 'unreadable')) return { kind: 'unreadable', place };
    const literals = resolved.flatMap((type) => (type.kind === 'literals' ? type.values : []));
    if (resolved.every(({ kind }) => kind === 'literals')) {
      const types = new Set(literals.map((value) => typeof value));
      if (types.size === 1) return { kind: 'literals', values: [...new Set(literals)], place };
    }
    const numbers = resolved.some((type) => type.kind === 'runtime' && /^Int(32|64)$/.test(type.name));
    const strings = resolved.some((type) => type.kind === 'primitive' && type.type === 'string');
    if (resolved.length === 2 && numbers && strings) return { kind: 'runtime', name: 'IntOrString', place };
    return this.#unreadable(
      place,
      'this union cannot be turned into a schema',
      'unions of literals of one type, `| null` and `number | string` can',
    );
  }

  #intersection(members: readonly TypeSyntax[], place: Place, scope: Scope): TypeModel {
    const fields = members.flatMap((member) => this.fieldsOf(this.resolve(member, scope), member) ?? []);
    return { kind: 'object', fields: overridden(fields), place };
  }

  #object(type: TypeSyntax & { kind: 'object' }, place: Place, scope: Scope): TypeModel {
    if (type.index === undefined) return { kind: 'object', fields: this.fields(type.members, scope), place };
    if (type.members.length > 0) {
      return this.#unreadable(
        place,
        'an object has either named properties or an index signature',
        'drop one of them',
      );
    }
    return this.#map(type.index.key, type.index.value, place, scope);
  }

  #map(key: TypeSyntax, value: TypeSyntax, place: Place, scope: Scope): TypeModel {
    const keys = unwrapped(this.resolve(key, scope));
    if (keys.kind === 'literals') {
      const type = this.resolve(value, scope);
      const fields = keys.values.map((name) => ({
        name: String(name),
        place,
        doc: '',
        markers: [],
        markersAreIncomplete: false,
        optional: false,
        type,
      }));
      return { kind: 'object', fields, place };
    }
    if (keys.kind === 'unreadable') return keys;
    if (keys.kind !== 'primitive' || keys.type !== 'string') {
      return this.#unreadable(key.place, 'the keys of a map are strings', 'write Record<string, …>');
    }
    const values = this.resolve(value, scope);
    return values.kind === 'anything' ? { kind: 'openObject', place } : { kind: 'map', value: values, place };
  }

  #reference(type: TypeSyntax & { kind: 'reference' }, scope: Scope): TypeModel {
    const { name, place } = type;
    const parameter = scope.parameters.get(name);
    if (parameter !== undefined) return parameter;
    const meaning = this.#index.lookUp(name, scope.file);
    if (meaning.from === 'project') return this.#declared(meaning.declaration, meaning.file, type, scope);
    if (meaning.from === 'package') return this.#imported(meaning.module, meaning.name, place);
    return this.#standard(type, scope);
  }

  /** Types of the language itself. */
  #standard(type: TypeSyntax & { kind: 'reference' }, scope: Scope): TypeModel {
    const { name, place } = type;
    const [first, second] = type.arguments;
    if ((name === 'Array' || name === 'ReadonlyArray') && first !== undefined) {
      return { kind: 'list', element: this.resolve(first, scope), place };
    }
    if (name === 'Record' && first !== undefined && second !== undefined)
      return this.#map(first, second, place, scope);
    if (name === 'Date') return { kind: 'runtime', name: 'Time', place };
    if (isUtility(name) && first !== undefined)
      return this.#utility(utilities[name], first, second, place, scope);
    const names = [...scope.file.declarations.keys(), ...scope.file.imports.keys(), 'Array', 'Record'];
    const near = nearestName(name, names);
    const known =
      name in runtimeTypes ? `import it: import type { ${name} } from '@opgen/runtime'` : undefined;
    return this.#unreadable(
      place,
      `there is no type ${name} here`,
      known ?? (near === undefined ? 'declare it in this project, or import it' : `did you mean '${near}'?`),
      'OPG1202',
    );
  }

  #utility(
    utility: Utility,
    of: TypeSyntax,
    argument: TypeSyntax | undefined,
    place: Place,
    scope: Scope,
  ): TypeModel {
    const fields = this.fieldsOf(this.resolve(of, scope), of);
    if (fields === undefined) return { kind: 'unreadable', place };
    const names = argument === undefined ? undefined : unwrapped(this.resolve(argument, scope));
    const chosen = names?.kind === 'literals' ? names.values.map(String) : [];
    return { kind: 'object', fields: utility(fields, chosen), place };
  }

  #imported(module: string, name: string, place: Place): TypeModel {
    const [, group, version] = /^@opgen\/runtime\/kinds\/([^/]+)\/([^/]+?)(?:\.[jt]s)?$/.exec(module) ?? [];
    if (group !== undefined && version !== undefined) {
      const schema = this.#facts && schemaOfKind(this.#facts, group, version, name);
      if (schema !== undefined) return { kind: 'builtIn', schema, place };
      const near = nearestName(name, this.#facts ? typesOfModule(this.#facts, group, version) : []);
      const hint = near === undefined ? 'look at the exports of that module' : `did you mean '${near}'?`;
      return this.#unreadable(place, `'${module}' has no type ${name}`, hint, 'OPG1202');
    }
    if (module === '@opgen/runtime') return this.#runtime(name, place);
    if (module === '@kubernetes/client-node' || module.startsWith('@kubernetes/client-node/')) {
      if (name === 'IntOrString' || name === 'V1MicroTime')
        return this.#runtime(name.replace('V1', ''), place);
      const schema = this.#facts && schemaOfClientNodeType(this.#facts, name);
      if (schema !== undefined) return { kind: 'builtIn', schema, place };
    }
    return this.#unreadable(
      place,
      `the type ${name} of '${module}' cannot be read`,
      'types come from this project, @opgen/runtime, or @kubernetes/client-node (V1…)',
      'OPG1205',
    );
  }

  #runtime(name: string, place: Place): TypeModel {
    if (name in runtimeTypes) return { kind: 'runtime', name, place };
    const near = nearestName(name, Object.keys(runtimeTypes));
    const hint =
      near === undefined
        ? `those with one are ${Object.keys(runtimeTypes).join(', ')}`
        : `did you mean '${near}'?`;
    return this.#unreadable(place, `${name} of @opgen/runtime has no schema`, hint, 'OPG1202');
  }

  #declared(
    declaration: Declaration,
    file: SourceFile,
    reference: TypeSyntax & { kind: 'reference' },
    from: Scope,
  ): TypeModel {
    const known = this.#resolved.get(declaration);
    if (known !== undefined) return known;
    const start = this.#open.indexOf(declaration);
    if (start !== -1) {
      const cycle = [...this.#open.slice(start), declaration].map(({ name }) => name).join(' → ');
      return this.#unreadable(
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
      if (argument !== undefined) bound.set(parameter.name, this.resolve(argument, from));
      else if (parameter.default !== undefined)
        bound.set(parameter.name, this.resolve(parameter.default, { file, parameters: bound }));
    });

    this.#open.push(declaration);
    const { name, doc, place } = declaration;
    const type = this.#body(declaration, { file, parameters: bound });
    this.#open.pop();
    const model: TypeModel = {
      kind: 'named',
      name,
      doc,
      markers: this.#markers.of(declaration.comments),
      markersAreIncomplete: this.#markers.areIncomplete(declaration.comments),
      type,
      place,
    };
    if (parameters.length === 0) this.#resolved.set(declaration, model);
    return model;
  }

  #body(declaration: Declaration, scope: Scope): TypeModel {
    const { place } = declaration;
    if (declaration.kind === 'alias') return this.resolve(declaration.type, scope);
    if (declaration.kind === 'enum') {
      const values = declaration.values.filter((value) => value !== undefined);
      const mixed = new Set(values.map((value) => typeof value)).size !== 1;
      if (!mixed && values.length === declaration.values.length) return { kind: 'literals', values, place };
      return this.#unreadable(
        place,
        'the values of an enum must be all strings or all numbers',
        'write them out',
      );
    }
    const inherited = declaration.extends.flatMap(
      (base) => this.fieldsOf(this.resolve(base, scope), base) ?? [],
    );
    const own = this.fields(declaration.members, scope);
    if (declaration.index === undefined)
      return { kind: 'object', fields: overridden([...inherited, ...own]), place };
    if (inherited.length + own.length > 0) {
      return this.#unreadable(
        place,
        'an object has either named properties or an index signature',
        'drop one of them',
      );
    }
    return this.#map(declaration.index.key, declaration.index.value, place, scope);
  }

  /** The fields of an object type; reports and gives nothing for any other. */
  fieldsOf(type: TypeModel, written: TypeSyntax): readonly FieldModel[] | undefined {
    const object = unwrapped(type);
    if (object.kind === 'object') return object.fields;
    if (object.kind !== 'unreadable') {
      this.#unreadable(
        written.place,
        `${written.text} has no fields to take over`,
        'only object types that this project declares have',
      );
    }
    return undefined;
  }

  #unreadable(place: Place, message: string, hint: string, code: Diagnostic['code'] = 'OPG1201'): TypeModel {
    this.#problems.push({ code, severity: 'error', message, hint, place });
    return { kind: 'unreadable', place };
  }
}

/** The type behind names. */
export function unwrapped(type: TypeModel): TypeModel {
  return type.kind === 'named' ? unwrapped(type.type) : type;
}

/** Of several fields of one name the last counts, in the place of the first: an interface may narrow what it extends. */
function overridden(fields: readonly FieldModel[]): FieldModel[] {
  const byName = new Map<string, FieldModel>();
  for (const field of fields) byName.set(field.name, field);
  return [...byName.values()];
}

function isNull(type: TypeSyntax): boolean {
  return type.kind === 'keyword' && type.name === 'null';
}

function withoutUndefined(type: TypeSyntax): { type: TypeSyntax; optional: boolean } {
  if (type.kind !== 'union') return { type, optional: false };
  const members = type.members.filter((member) => member.kind !== 'keyword' || member.name !== 'undefined');
  return { type: { ...type, members }, optional: members.length < type.members.length };
}
