import { unknownType, unreadablePackageType } from '../diagnostics.ts';
import { nearestName, type Place } from '../../diagnostics.ts';
import { schemaOfClientNodeType, schemaOfKind, typesOfModule } from '../../kubernetes/built-in-types.ts';
import { moduleOfRuntimeType, runtimeTypes } from '../../kubernetes/runtime-types.ts';
import { unreadableType, type TypeModel } from '../type-model.ts';
import type { Facts } from '../../kubernetes/facts.ts';

/** A type of a package whose types opgen knows by name, without reading the package. */
export function packageType(module: string, name: string, place: Place, facts: Facts | undefined): TypeModel {
  const [, group, version] = /^@opgen\/runtime\/kinds\/([^/]+)\/([^/]+?)(?:\.[jt]s)?$/.exec(module) ?? [];
  if (group !== undefined && version !== undefined) {
    const schema = facts && schemaOfKind(facts, group, version, name);
    if (schema !== undefined) return { kind: 'builtIn', schema, place };
    const near = nearestName(name, facts ? typesOfModule(facts, group, version) : []);
    const hint = near === undefined ? 'see the exports of that module' : `did you mean '${near}'?`;
    return unreadableType(place, `'${module}' has no type ${name}`, hint, unknownType);
  }
  if (/^@opgen\/runtime(\/|$)/.test(module)) return runtimeType(module, name, place);
  if (module === '@kubernetes/client-node' || module.startsWith('@kubernetes/client-node/')) {
    if (name === 'IntOrString' || name === 'V1MicroTime')
      return { kind: 'runtime', name: name.replace('V1', ''), place };
    const schema = facts && schemaOfClientNodeType(facts, name);
    if (schema !== undefined) return { kind: 'builtIn', schema, place };
  }
  return unreadableType(
    place,
    `opgen cannot read the type ${name} of '${module}'`,
    /^[.#]/.test(module)
      ? 'check that the file exists'
      : 'install the package, and check that it includes types',
    unreadablePackageType,
  );
}

function runtimeType(module: string, name: string, place: Place): TypeModel {
  const names = Object.keys(runtimeTypes).filter((each) => moduleOfRuntimeType(each) === module);
  if (names.includes(name)) return { kind: 'runtime', name, place };
  const near = nearestName(name, names);
  const hint = Object.hasOwn(runtimeTypes, name)
    ? `import it from '${moduleOfRuntimeType(name)}'`
    : near === undefined
      ? `types with a schema are ${Object.keys(runtimeTypes).join(', ')}`
      : `did you mean '${near}'?`;
  return unreadableType(place, `${name} of ${module} has no schema`, hint, unknownType);
}
