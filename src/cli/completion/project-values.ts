import { controllerNamesOf } from '../../project/controllers.ts';
import type { ProjectResource } from '../../project/project-resource.ts';

const valuesOf: Readonly<Record<string, (resource: ProjectResource) => readonly string[]>> = {
  '--group': ({ group }) => [group],
  '--version': ({ version }) => [version],
  '--kind': ({ kind }) => [kind],
  '--spoke': ({ version }) => [version],
  '--controller-name': controllerNamesOf,
};

/** What PROJECT has for a flag, of the resources that agree with the flags before it. */
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
  const agreeing = resources.filter(
    ({ group, kind, version }) =>
      agrees(given['--group'], group, flag === '--group') &&
      agrees(given['--kind'], kind, flag === '--kind') &&
      agrees(given['--version'], version, flag === '--version' || flag === '--spoke'),
  );
  const values = new Set(agreeing.flatMap(read));
  return [...values].filter((value) => value !== '' && !isOther.includes(value));
}

function agrees(given: readonly string[] | undefined, value: string, isAsked: boolean): boolean {
  return isAsked || given === undefined || given.length === 0 || given.includes(value);
}
