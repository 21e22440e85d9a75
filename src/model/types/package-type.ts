import { nearestName, type Place } from '../../diagnostics.ts';
import { schemaOfClientNodeType, schemaOfKind, typesOfModule } from '../../kubernetes/built-in-types.ts';
import { moduleOfRuntimeType, runtimeTypes } from '../../kubernetes/runtime-types.ts';
import { refused, type TypeModel } from '../type-model.ts';
import type { Facts } from '../../kubernetes/facts.ts';

/** A type of a package that is known by name, without reading the package. */
export function packageType(module: string, name: string, place: Place, facts: Facts | undefined): TypeModel {
  const [, group, version] = /^@opgen\/runtime\/kinds\/([^/]+)\/([^/]+?)(?:\.[jt]s)?$/.exec(module) ?? [];
  if (group !== undefined && version !== undefined) {
    const schema = facts && schemaOfKind(facts, group, version, name);
    if (schema !== undefined) return { kind: 'builtIn', schema, place };
    const near = nearestName(name, facts ? typesOfModule(facts, group, version) : []);
    const hint = near === undefined ? 'look at the exports of that module' : `did you mean '${near}'?`;
    return refused(place, `'${module}' has no type ${name}`, hint, 'OPG1202');
  }
  if (/^@opgen\/runtime(\/|$)/.test(module)) return runtimeType(module, name, place);
  if (module === '@kubernetes/client-node' || module.startsWith('@kubernetes/client-node/')) {
    if (name === 'IntOrString' || name === 'V1MicroTime')
      return { kind: 'runtime', name: name.replace('V1', ''), place };
    const schema = facts && schemaOfClientNodeType(facts, name);
    if (schema !== undefined) return { kind: 'builtIn', schema, place };
  }
  return refused(
    place,
    `the type ${name} of '${module}' cannot be read`,
    /^[.#]/.test(module) ? 'is there such a file?' : 'is the package installed, and does it come with types?',
    'OPG1205',
  );
}

function runtimeType(module: string, name: string, place: Place): TypeModel {
  const names = Object.keys(runtimeTypes).filter((each) => moduleOfRuntimeType(each) === module);
  if (names.includes(name)) return { kind: 'runtime', name, place };
  const near = nearestName(name, names);
  const hint = Object.hasOwn(runtimeTypes, name)
    ? `import it from '${moduleOfRuntimeType(name)}'`
    : near === undefined
      ? `those with one are ${Object.keys(runtimeTypes).join(', ')}`
      : `did you mean '${near}'?`;
  return refused(place, `${name} of ${module} has no schema`, hint, 'OPG1202');
}
