import { nearestName, type Place } from '../../diagnostics.ts';
import { schemaOfClientNodeType, schemaOfKind, typesOfModule } from '../../kubernetes/built-in-types.ts';
import { runtimeTypes } from '../../kubernetes/runtime-types.ts';
import type { TypeModel } from '../type-model.ts';
import type { Resolution } from './resolution.ts';

/** A type of a package that is known by name, without reading the package. */
export function packageType(module: string, name: string, place: Place, resolution: Resolution): TypeModel {
  const { facts } = resolution;
  const [, group, version] = /^@opgen\/runtime\/kinds\/([^/]+)\/([^/]+?)(?:\.[jt]s)?$/.exec(module) ?? [];
  if (group !== undefined && version !== undefined) {
    const schema = facts && schemaOfKind(facts, group, version, name);
    if (schema !== undefined) return { kind: 'builtIn', schema, place };
    const near = nearestName(name, facts ? typesOfModule(facts, group, version) : []);
    const hint = near === undefined ? 'look at the exports of that module' : `did you mean '${near}'?`;
    return resolution.refuse(place, `'${module}' has no type ${name}`, hint, 'OPG1202');
  }
  if (module === '@opgen/runtime') return runtimeType(name, place, resolution);
  if (module === '@kubernetes/client-node' || module.startsWith('@kubernetes/client-node/')) {
    if (name === 'IntOrString' || name === 'V1MicroTime')
      return runtimeType(name.replace('V1', ''), place, resolution);
    const schema = facts && schemaOfClientNodeType(facts, name);
    if (schema !== undefined) return { kind: 'builtIn', schema, place };
  }
  return resolution.refuse(
    place,
    `the type ${name} of '${module}' cannot be read`,
    'types come from this project, @opgen/runtime, or @kubernetes/client-node (V1…)',
    'OPG1205',
  );
}

function runtimeType(name: string, place: Place, resolution: Resolution): TypeModel {
  if (name in runtimeTypes) return { kind: 'runtime', name, place };
  const near = nearestName(name, Object.keys(runtimeTypes));
  const hint =
    near === undefined
      ? `those with one are ${Object.keys(runtimeTypes).join(', ')}`
      : `did you mean '${near}'?`;
  return resolution.refuse(place, `${name} of @opgen/runtime has no schema`, hint, 'OPG1202');
}
