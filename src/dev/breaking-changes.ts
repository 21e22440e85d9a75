import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { Diagnostic } from '../diagnostics.ts';
import { definitionsIn } from '../import/read-definitions.ts';
import { compareAllDefinitions } from '../manifests/compare/compare-definitions.ts';
import type { ApiObjects } from './api-objects.ts';
import { breakingChange } from './diagnostics.ts';

/** Warnings about CRDs that are incompatible with the installed ones, as far as objects of their kinds are stored. */
export async function breakingChanges(
  api: ApiObjects,
  wanted: readonly CustomResourceDefinition[],
): Promise<Diagnostic[]> {
  const installed = await Promise.all(wanted.map((definition) => withStoredObjects(api, definition)));
  const stored = installed.filter((definition) => definition !== undefined);
  const wantedByName = new Map(wanted.map((definition) => [definition.metadata.name, definition]));
  // The conversion of the installed one points to this machine.
  const changed = stored.flatMap(({ metadata, spec: { conversion } }) => {
    const definition = wantedByName.get(metadata.name);
    return definition === undefined ? [] : { ...definition, spec: { ...definition.spec, conversion } };
  });
  return compareAllDefinitions(stored, changed as CustomResourceDefinition[])
    .filter(({ severity }) => severity === 'breaking')
    .map(({ definition, version = '', path, message }) =>
      breakingChange({
        message: `${[definition, version, path].filter((part) => part !== '').join(' ')}: ${message}`,
        hint: 'stored objects may be invalid now: change them, or delete them',
      }),
    );
}

/** The installed CRD if objects of its kind are stored. */
async function withStoredObjects(
  api: ApiObjects,
  wanted: CustomResourceDefinition,
): Promise<CustomResourceDefinition | undefined> {
  const { name } = wanted.metadata;
  const installed = await api.get(wanted);
  const [definition] = installed === undefined ? [] : definitionsIn(installed, name);
  return definition !== undefined && (await hasObjects(api, definition)) ? definition : undefined;
}

/** Whether objects of the kind of an installed CRD are stored. */
export async function hasObjects(
  api: ApiObjects,
  { spec: { group, names, versions } }: CustomResourceDefinition,
): Promise<boolean> {
  const version = versions.find(({ storage }) => storage)?.name ?? '';
  const path = `/apis/${group}/${version}/${names.plural}?limit=1`;
  const { items = [] } = await api.send<{ items?: object[] }>('GET', path);
  return items.length > 0;
}
