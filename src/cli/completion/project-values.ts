import { controllerNamesOf } from '../../project/controllers.ts';
import type { ProjectResource } from '../../project/project-resource.ts';

const valuesOf: Readonly<Record<string, (resource: ProjectResource) => readonly string[]>> = {
  '--group': ({ group }) => [group],
  '--version': ({ version }) => [version],
  '--kind': ({ kind }) => [kind],
  '--spoke': ({ version }) => [version],
  '--controller-name': controllerNamesOf,
};

/** The values of a flag in PROJECT, from the resources that match the flags before it. */
export function valuesIn(
  resources: readonly ProjectResource[],
  flag: string,
  given: Readonly<Record<string, readonly string[]>>,
): string[] {
  const read = valuesOf[flag];
  if (read === undefined) return [];
  const taken = given[flag] ?? [];
  // A spoke is another version of the same kind.
  const isOther = flag === '--spoke' ? [...taken, ...(given['--version'] ?? [])] : taken;
  const matching = resources.filter(
    ({ group, kind, version }) =>
      matches(given['--group'], group, flag === '--group') &&
      matches(given['--kind'], kind, flag === '--kind') &&
      matches(given['--version'], version, flag === '--version' || flag === '--spoke'),
  );
  const values = new Set(matching.flatMap(read));
  return [...values].filter((value) => value !== '' && !isOther.includes(value));
}

function matches(given: readonly string[] | undefined, value: string, isWanted: boolean): boolean {
  return isWanted || given === undefined || given.length === 0 || given.includes(value);
}
